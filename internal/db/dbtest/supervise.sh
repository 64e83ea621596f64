# supervise POSTGRES DATA DIR USELOCK: runs the server program POSTGRES for tests, without
# durability, with its data in the folder DATA and its socket in DIR. When nobody has held
# the lock file USELOCK at three checks in a row, 10 s apart, it stops the server and
# deletes DIR.
"$1" -D "$2" -k "$3" -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB \
	-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off &
server=$!
idle=0
while kill -0 $server 2>/dev/null && sleep 10; do
	if flock -n -x "$4" true; then idle=$((idle + 1)); else idle=0; fi
	[ $idle -lt 3 ] && continue
	# While the server stops, a test process that wants to use it waits for the lock. Then the
	# process finds no server and starts a new one.
	flock -n -x "$4" sh -c 'kill -INT $1; while kill -0 $1 2>/dev/null; do sleep 0.1; done; rm -rf "$2"' stop $server "$3" && exit
	idle=0
done
kill -INT $server 2>/dev/null
wait $server
