package calendar

import (
	"math"
	"time"
)

// Astronomical computations for checking the lunar table: new moons by chapter 49 and
// the sun's longitude by chapter 25 (VSOP87, appendix III) of Meeus, Astronomical
// Algorithms. They have no code in common with the table's generator.

const degree = math.Pi / 180

// deltaT is TT − UT in seconds (Espenak and Meeus, 2006).
func deltaT(year float64) float64 {
	poly := func(t float64, c ...float64) float64 {
		s := 0.0
		for i := len(c) - 1; i >= 0; i-- {
			s = s*t + c[i]
		}
		return s
	}
	switch {
	case year < 1920:
		return poly(year-1900, -2.79, 1.494119, -0.0598939, 0.0061966, -0.000197)
	case year < 1941:
		return poly(year-1920, 21.20, 0.84493, -0.076100, 0.0020936)
	case year < 1961:
		return poly(year-1950, 29.07, 0.407, -1.0/233, 1.0/2547)
	case year < 1986:
		return poly(year-1975, 45.45, 1.067, -1.0/260, -1.0/718)
	case year < 2005:
		return poly(year-2000, 63.86, 0.3345, -0.060374, 0.0017275, 0.000651814, 0.00002373599)
	case year < 2050:
		return poly(year-2000, 62.92, 0.32217, 0.005589)
	default:
		u := (year - 1820) / 100
		return -20 + 32*u*u - 0.5628*(2150-year)
	}
}

// chinaTime converts a Julian Ephemeris Day to the time in UTC+8.
func chinaTime(jde float64) time.Time {
	year := 2000 + (jde-2451545)/365.25
	seconds := (jde-2440587.5)*86400 - deltaT(year) + 8*3600
	return time.Unix(0, 0).UTC().Add(time.Duration(seconds * float64(time.Second)))
}

// almanacTime is the time by which the almanac counted months: UTC+8, and until 1928
// the local time of Beijing, which is 14 min 20 s behind.
func almanacTime(jde float64) time.Time {
	t := chinaTime(jde)
	if t.Year() < 1929 {
		return t.Add(-(14*time.Minute + 20*time.Second))
	}
	return t
}

// newMoon is the Julian Ephemeris Day of new moon number k, 0 being 2000-01-06.
func newMoon(k float64) float64 {
	t := k / 1236.85
	jde := 2451550.09766 + 29.530588861*k + 0.00015437*t*t - 0.000000150*t*t*t + 0.00000000073*t*t*t*t
	e := 1 - 0.002516*t - 0.0000074*t*t
	m := (2.5534 + 29.10535670*k - 0.0000014*t*t - 0.00000011*t*t*t) * degree
	mm := (201.5643 + 385.81693528*k + 0.0107582*t*t + 0.00001238*t*t*t - 0.000000058*t*t*t*t) * degree
	f := (160.7108 + 390.67050284*k - 0.0016118*t*t - 0.00000227*t*t*t + 0.000000011*t*t*t*t) * degree
	o := (124.7746 - 1.56375588*k + 0.0020672*t*t + 0.00000215*t*t*t) * degree
	sin := math.Sin
	jde += -0.40720*sin(mm) + 0.17241*e*sin(m) + 0.01608*sin(2*mm) + 0.01039*sin(2*f) + 0.00739*e*sin(mm-m) - 0.00514*e*sin(mm+m) +
		0.00208*e*e*sin(2*m) - 0.00111*sin(mm-2*f) - 0.00057*sin(mm+2*f) + 0.00056*e*sin(2*mm+m) - 0.00042*sin(3*mm) + 0.00042*e*sin(m+2*f) +
		0.00038*e*sin(m-2*f) - 0.00024*e*sin(2*mm-m) - 0.00017*sin(o) - 0.00007*sin(mm+2*m) + 0.00004*sin(2*mm-2*f) + 0.00004*sin(3*m) +
		0.00003*sin(mm+m-2*f) + 0.00003*sin(2*mm+2*f) - 0.00003*sin(mm+m+2*f) + 0.00003*sin(mm-m+2*f) - 0.00002*sin(mm-m-2*f) - 0.00002*sin(3*mm+m) + 0.00002*sin(4*mm)
	for _, a := range [][3]float64{
		{299.77, 0.107408, 0.000325}, {251.88, 0.016321, 0.000165}, {251.83, 26.651886, 0.000164}, {349.42, 36.412478, 0.000126},
		{84.66, 18.206239, 0.000110}, {141.74, 53.303771, 0.000062}, {207.14, 2.453732, 0.000060}, {154.84, 7.306860, 0.000056},
		{34.52, 27.261239, 0.000047}, {207.19, 0.121824, 0.000042}, {291.34, 1.844379, 0.000040}, {161.72, 24.198154, 0.000037},
		{239.56, 25.513099, 0.000035}, {331.55, 3.592518, 0.000023},
	} {
		angle := a[0] + a[1]*k
		if a[0] == 299.77 {
			angle -= 0.009173 * t * t
		}
		jde += a[2] * sin(angle*degree)
	}
	return jde
}

var earthL0 = [][3]float64{
	{175347046, 0, 0}, {3341656, 4.6692568, 6283.0758500}, {34894, 4.62610, 12566.15170}, {3497, 2.7441, 5753.3849}, {3418, 2.8289, 3.5231},
	{3136, 3.6277, 77713.7715}, {2676, 4.4181, 7860.4194}, {2343, 6.1352, 3930.2097}, {1324, 0.7425, 11506.7698}, {1273, 2.0371, 529.6910},
	{1199, 1.1096, 1577.3435}, {990, 5.233, 5884.927}, {902, 2.045, 26.298}, {857, 3.508, 398.149}, {780, 1.179, 5223.694}, {753, 2.533, 5507.553},
	{505, 4.583, 18849.228}, {492, 4.205, 775.523}, {357, 2.920, 0.067}, {317, 5.849, 11790.629}, {284, 1.899, 796.298}, {271, 0.315, 10977.079},
	{243, 0.345, 5486.778}, {206, 4.806, 2544.314}, {205, 1.869, 5573.143}, {202, 2.458, 6069.777}, {156, 0.833, 213.299}, {132, 3.411, 2942.463},
	{126, 1.083, 20.775}, {115, 0.645, 0.980}, {103, 0.636, 4694.003}, {102, 0.976, 15720.839}, {102, 4.267, 7.114}, {99, 6.21, 2146.17}, {98, 0.68, 155.42},
}

var earthL1 = [][3]float64{
	{628331966747, 0, 0}, {206059, 2.678235, 6283.075850}, {4303, 2.6351, 12566.1517}, {425, 1.590, 3.523}, {119, 5.796, 26.298}, {109, 2.966, 1577.344},
	{93, 2.59, 18849.23}, {72, 1.14, 529.69}, {68, 1.87, 398.15}, {67, 4.41, 5507.55}, {59, 2.89, 5223.69}, {56, 2.17, 155.42}, {45, 0.40, 796.30},
}

var earthL2 = [][3]float64{{52919, 0, 0}, {8720, 1.0721, 6283.0758}, {309, 0.867, 12566.152}, {27, 0.05, 3.52}}

func series(terms [][3]float64, tau float64) float64 {
	s := 0.0
	for _, a := range terms {
		s += a[0] * math.Cos(a[1]+a[2]*tau)
	}
	return s
}

// sunLongitude is the sun's apparent longitude in degrees, 0 to 360.
func sunLongitude(jde float64) float64 {
	tau := (jde - 2451545) / 365250
	t := tau * 10
	l := (series(earthL0, tau) + tau*(series(earthL1, tau)+tau*series(earthL2, tau))) / 1e8 / degree
	o := (125.04452 - 1934.136261*t) * degree
	sun, moon := (280.4665+36000.7698*t)*degree, (218.3165+481267.8813*t)*degree
	nutation := (-17.20*math.Sin(o) - 1.32*math.Sin(2*sun) - 0.23*math.Sin(2*moon) + 0.21*math.Sin(2*o)) / 3600
	m := (357.52911 + 35999.05029*t) * degree
	distance := 1.000140 - 0.016708*math.Cos(m) - 0.000139*math.Cos(2*m)
	return math.Mod(math.Mod(l+180-0.09033/3600+nutation-20.4898/3600/distance, 360)+360, 360)
}

// solarTerm is the Julian Ephemeris Day of the term with index i in year; 0 is 小寒, at the
// longitude 285°.
func solarTerm(year, i int) float64 {
	target := math.Mod(285+15*float64(i), 360)
	jde := 2451545 + float64(year-2000)*365.2422 + 5 + float64(i)*15.2184
	for range 20 {
		d := math.Mod(target-sunLongitude(jde)+540, 360) - 180
		jde += d * 365.2422 / 360
		if math.Abs(d) < 1e-8 {
			break
		}
	}
	return jde
}

// toMidnight is the distance of t from the nearest midnight.
func toMidnight(t time.Time) time.Duration {
	d := t.Sub(DayOf(t))
	return min(d, 24*time.Hour-d)
}
