package calendar

// schedule is the arrangement of one holiday as announced.
type schedule struct {
	name     string
	from, to string   // first and last day off, month-day
	work     []string // make-up working days, on weekends, month-day
}

// notice is the yearly announcement of the General Office of the State Council.
type notice struct {
	year     int
	source   string
	holidays []schedule
}

// notices has one notice for each announced year, without gaps.
var notices = []notice{
	{2024, "《国务院办公厅关于2024年部分节假日安排的通知》（国办发明电〔2023〕7号）", []schedule{
		{"元旦", "01-01", "01-01", nil},
		{"春节", "02-10", "02-17", []string{"02-04", "02-18"}},
		{"清明节", "04-04", "04-06", []string{"04-07"}},
		{"劳动节", "05-01", "05-05", []string{"04-28", "05-11"}},
		{"端午节", "06-08", "06-10", nil},
		{"中秋节", "09-15", "09-17", []string{"09-14"}},
		{"国庆节", "10-01", "10-07", []string{"09-29", "10-12"}},
	}},
	{2025, "《国务院办公厅关于2025年部分节假日安排的通知》（国办发明电〔2024〕12号）", []schedule{
		{"元旦", "01-01", "01-01", nil},
		{"春节", "01-28", "02-04", []string{"01-26", "02-08"}},
		{"清明节", "04-04", "04-06", nil},
		{"劳动节", "05-01", "05-05", []string{"04-27"}},
		{"端午节", "05-31", "06-02", nil},
		{"国庆节、中秋节", "10-01", "10-08", []string{"09-28", "10-11"}},
	}},
	{2026, "《国务院办公厅关于2026年部分节假日安排的通知》（国办发明电〔2025〕7号）", []schedule{
		{"元旦", "01-01", "01-03", []string{"01-04"}},
		{"春节", "02-15", "02-23", []string{"02-14", "02-28"}},
		{"清明节", "04-04", "04-06", nil},
		{"劳动节", "05-01", "05-05", []string{"05-09"}},
		{"端午节", "06-19", "06-21", nil},
		{"中秋节", "09-25", "09-27", nil},
		{"国庆节", "10-01", "10-07", []string{"09-20", "10-10"}},
	}},
}
