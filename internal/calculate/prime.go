package calculate

// PrimeFactors returns the prime factors of n ≤ 10^15 in order.
func PrimeFactors(n int64) []int64 {
	var out []int64
	for p := int64(2); p*p <= n; p++ {
		for n%p == 0 {
			out = append(out, p)
			n /= p
		}
	}
	if n > 1 {
		out = append(out, n)
	}
	return out
}
