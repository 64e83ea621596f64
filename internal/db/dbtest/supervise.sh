# supervise POSTGRES DATA DIR USELOCK: runs a PostgreSQL server for tests without
# durability. It stops the server when nobody has held USELOCK at three checks in a row,
# 10 s apart.
"$1" -D "$2" -k "$3" -c listen_addresses= -c max_connections=300 -c shared_buffers=64MB \
	-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c autovacuum=off &
server=$!
idle=0
while kill -0 $server 2>/dev/null && sleep 10; do
	if flock -n -x "$4" true; then idle=$((idle + 1)); else idle=0; fi
	[ $idle -lt 3 ] && continue
	# A test process that wants to use the server while it stops waits for the lock. It then
	# finds no server and starts a new one.
	flock -n -x "$4" sh -c 'kill -INT $1; while kill -0 $1 2>/dev/null; do sleep 0.1; done; rm -rf "$2"' stop $server "$3" && exit
	idle=0
done
kill -INT $server 2>/dev/null
wait $server
