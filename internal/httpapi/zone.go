package httpapi

import "time"

// Zone returns the time zone with the given distance from UTC in hours. If `hours` is nil or
// impossible, Zone returns nil, which means the server's time zone.
func Zone(hours *float64) *time.Location {
	if hours == nil || *hours < -12 || *hours > 14 {
		return nil
	}
	return time.FixedZone("", int(*hours*3600))
}
