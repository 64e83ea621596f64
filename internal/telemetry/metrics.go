package telemetry

import (
	"crypto/subtle"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the metrics of one server.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
}

// NewMetrics creates the metrics of one server, with the metrics that every server has. Gauge and
// Counter add further metrics.
func NewMetrics(version string) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wenqu_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wenqu_http_request_seconds", Help: "Time to the end of the answer, by route; a stream ends with its last frame.",
			Buckets: []float64{.001, .005, .02, .1, .5, 2, 10, 60, 600},
		}, []string{"route"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "wenqu_build_info", Help: "1; the version is the label.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	m.registry.MustRegister(m.requests, m.took, build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Request counts one request. `route` is the pattern of a route and never a path, so that the
// number of series is bounded.
func (m *Metrics) Request(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.took.WithLabelValues(route).Observe(took.Seconds())
}

// Gauge adds a metric; its value is read at each scrape.
func (m *Metrics) Gauge(name, help string, labels map[string]string, read func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, read))
}

// Counter adds a metric that only grows; its value is read at each scrape.
func (m *Metrics) Counter(name, help string, labels map[string]string, read func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, read))
}

// Handler serves the metrics to scrapers that send the token as "Authorization: Bearer …", and to
// scrapers on this machine that send no Authorization header. A wrong token is refused on this machine,
// too: the header switches off the check of the host name, so a page in a browser on this machine could
// otherwise read the metrics under a name of its own that leads to this machine.
func (m *Metrics) Handler(token string) http.Handler {
	figures := promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !bearer(r, token) && (r.Header.Get("Authorization") != "" || !local(r)) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "metrics are for this machine, or for who sends WENQU_METRICS_TOKEN", http.StatusUnauthorized)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		figures.ServeHTTP(w, r)
	})
}

// local reports whether the request comes from this machine and has not passed a proxy.
func local(r *http.Request) bool {
	for _, h := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip"} {
		if r.Header.Get(h) != "" {
			return false
		}
	}
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && at.Addr().Unmap().IsLoopback()
}

func bearer(r *http.Request, token string) bool {
	got, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && token != "" && subtle.ConstantTimeCompare([]byte(got), []byte(token)) == 1
}
