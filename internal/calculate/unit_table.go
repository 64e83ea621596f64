package calculate

// Dimension is a kind of quantity, such as length. Its base unit has factor 1.
type Dimension struct {
	Name   Label
	Source string // source of the factors, in Chinese
	units  []unit
	Shown  []string // labels offered when the question has no target unit
}

// unit is one unit with its factor to the base unit as a decimal or fraction.
// Names are folded (lower case, simplified).
type unit struct {
	label  Label
	factor string
	names  []string
}

var dimensions = []Dimension{
	{Label{"长度", "length"}, "国际单位制；英制按 1 英寸 = 2.54 厘米；市制按 1 尺 = 1/3 米。", []unit{
		{Label{"米", "m"}, "1", []string{"米", "公尺", "m", "meter", "meters", "metre", "metres"}},
		{Label{"公里", "km"}, "1000", []string{"公里", "千米", "km", "kilometer", "kilometers", "kilometre", "kilometres", "kms"}},
		{Label{"分米", "dm"}, "1/10", []string{"分米", "dm"}},
		{Label{"厘米", "cm"}, "1/100", []string{"厘米", "公分", "cm", "centimeter", "centimeters", "centimetre", "centimetres"}},
		{Label{"毫米", "mm"}, "1/1000", []string{"毫米", "公厘", "mm", "millimeter", "millimeters", "millimetre", "millimetres"}},
		{Label{"微米", "µm"}, "1/1000000", []string{"微米", "um", "μm", "micrometer", "micrometers", "micron", "microns"}},
		{Label{"纳米", "nm"}, "1/1000000000", []string{"纳米", "奈米", "nm", "nanometer", "nanometers"}},
		{Label{"英里", "mi"}, "1609.344", []string{"英里", "英哩", "mile", "miles", "mi"}},
		{Label{"码", "yd"}, "0.9144", []string{"码", "yard", "yards", "yd"}},
		{Label{"英尺", "ft"}, "0.3048", []string{"英尺", "英呎", "foot", "feet", "ft"}},
		{Label{"英寸", "in"}, "0.0254", []string{"英寸", "英吋", "吋", "inch", "inches", "in"}},
		{Label{"海里", "nmi"}, "1852", []string{"海里", "nautical mile", "nautical miles", "nmi"}},
		{Label{"里", "li"}, "500", []string{"里", "华里", "市里"}},
		{Label{"丈", "zhang"}, "10/3", []string{"丈"}},
		{Label{"尺", "chi"}, "1/3", []string{"尺", "市尺"}},
		{Label{"寸", "cun"}, "1/30", []string{"寸", "市寸"}},
		{Label{"光年", "light-years"}, "9460730472580800", []string{"光年", "light year", "light years", "light-year", "light-years", "ly"}},
		{Label{"天文单位", "au"}, "149597870700", []string{"天文单位", "au", "astronomical unit", "astronomical units"}},
	}, []string{"米", "公里", "英里", "英尺"}},
	{Label{"质量", "mass"}, "国际单位制；1 磅 = 0.45359237 千克；1 斤 = 500 克，1 两 = 50 克。", []unit{
		{Label{"千克", "kg"}, "1", []string{"千克", "公斤", "kg", "kgs", "kilogram", "kilograms", "kilo", "kilos"}},
		{Label{"克", "g"}, "1/1000", []string{"克", "公克", "g", "gram", "grams"}},
		{Label{"毫克", "mg"}, "1/1000000", []string{"毫克", "mg", "milligram", "milligrams"}},
		{Label{"微克", "µg"}, "1/1000000000", []string{"微克", "ug", "μg"}},
		{Label{"吨", "t"}, "1000", []string{"吨", "公吨", "t", "ton", "tons", "tonne", "tonnes"}},
		{Label{"斤", "jin"}, "1/2", []string{"斤", "市斤", "jin"}},
		{Label{"两", "liang"}, "1/20", []string{"两", "市两"}},
		{Label{"钱", "qian"}, "1/200", []string{"钱"}},
		{Label{"台斤", "Taiwan catties"}, "0.6", []string{"台斤"}},
		{Label{"磅", "lb"}, "0.45359237", []string{"磅", "lb", "lbs", "pound", "pounds"}},
		{Label{"盎司", "oz"}, "0.028349523125", []string{"盎司", "oz", "ounce", "ounces"}},
		{Label{"克拉", "ct"}, "0.0002", []string{"克拉", "carat", "carats"}},
		{Label{"英石", "st"}, "6.35029318", []string{"英石", "stone", "stones"}},
	}, []string{"千克", "克", "斤", "磅"}},
	{Label{"面积", "area"}, "1 亩 = 2000/3 平方米，1 顷 = 100 亩。", []unit{
		{Label{"平方米", "m²"}, "1", []string{"平方米", "平米", "平方公尺", "平方", "㎡", "m2", "m²", "sqm", "square meter", "square meters", "square metre", "square metres"}},
		{Label{"平方公里", "km²"}, "1000000", []string{"平方公里", "平方千米", "km2", "km²", "square kilometer", "square kilometers", "square kilometre", "square kilometres"}},
		{Label{"平方厘米", "cm²"}, "1/10000", []string{"平方厘米", "平方公分", "cm2", "cm²"}},
		{Label{"平方分米", "dm²"}, "1/100", []string{"平方分米", "dm2"}},
		{Label{"公顷", "ha"}, "10000", []string{"公顷", "ha", "hectare", "hectares"}},
		{Label{"亩", "mu"}, "2000/3", []string{"亩", "市亩", "亩地"}},
		{Label{"顷", "qing"}, "200000/3", []string{"顷"}},
		{Label{"坪", "ping"}, "400/121", []string{"坪"}},
		{Label{"英亩", "acres"}, "4046.8564224", []string{"英亩", "acre", "acres"}},
		{Label{"平方英尺", "ft²"}, "0.09290304", []string{"平方英尺", "平方呎", "sq ft", "sqft", "square foot", "square feet", "ft2", "ft²"}},
		{Label{"平方英里", "mi²"}, "2589988.110336", []string{"平方英里", "square mile", "square miles"}},
	}, []string{"平方米", "亩", "公顷", "平方英尺"}},
	{Label{"体积", "volume"}, "1 美制加仑 = 3.785411784 升，1 英制加仑 = 4.54609 升。", []unit{
		{Label{"升", "L"}, "1", []string{"升", "公升", "l", "liter", "liters", "litre", "litres", "立方分米"}},
		{Label{"毫升", "mL"}, "1/1000", []string{"毫升", "ml", "milliliter", "milliliters", "millilitre", "millilitres", "立方厘米", "cc", "cm3"}},
		{Label{"立方米", "m³"}, "1000", []string{"立方米", "立方", "立方公尺", "m3", "m³", "cubic meter", "cubic meters", "cubic metre", "cubic metres"}},
		{Label{"美制加仑", "US gal"}, "3.785411784", []string{"加仑", "美制加仑", "gallon", "gallons", "gal", "us gallon", "us gallons"}},
		{Label{"英制加仑", "imp gal"}, "4.54609", []string{"英制加仑", "imperial gallon", "imperial gallons"}},
		{Label{"品脱", "pt"}, "0.473176473", []string{"品脱", "pint", "pints"}},
		{Label{"夸脱", "qt"}, "0.946352946", []string{"夸脱", "quart", "quarts"}},
		{Label{"杯（美制）", "cups"}, "0.2365882365", []string{"美制杯", "cup", "cups"}},
		{Label{"液量盎司", "fl oz"}, "0.0295735295625", []string{"液量盎司", "液体盎司", "fl oz", "fluid ounce", "fluid ounces"}},
		{Label{"汤匙", "tbsp"}, "0.01478676478125", []string{"汤匙", "大勺", "tablespoon", "tablespoons", "tbsp"}},
		{Label{"茶匙", "tsp"}, "0.00492892159375", []string{"茶匙", "小勺", "teaspoon", "teaspoons", "tsp"}},
		{Label{"桶", "barrels"}, "158.987294928", []string{"桶原油", "桶石油", "桶油", "barrel", "barrels"}},
		{Label{"立方英尺", "ft³"}, "28.316846592", []string{"立方英尺", "cubic foot", "cubic feet"}},
	}, []string{"升", "毫升", "立方米", "美制加仑"}},
	{Label{"速度", "speed"}, "1 节 = 1.852 公里/小时；音速、光速按标准值。", []unit{
		{Label{"米/秒", "m/s"}, "1", []string{"米每秒", "米/秒", "m/s", "mps", "meters per second", "metres per second"}},
		{Label{"公里/小时", "km/h"}, "5/18", []string{"公里每小时", "千米每小时", "公里/小时", "千米/小时", "公里/时", "千米/时", "km/h", "kmh", "kph", "公里每时", "千米每时", "迈速", "kilometers per hour", "km per hour"}},
		{Label{"英里/小时", "mph"}, "0.44704", []string{"英里每小时", "英里/小时", "mph", "迈", "miles per hour", "mile per hour"}},
		{Label{"节", "kn"}, "463/900", []string{"节", "knot", "knots", "kn"}},
		{Label{"马赫", "Mach"}, "340.29", []string{"马赫", "mach"}},
		{Label{"英尺/秒", "ft/s"}, "0.3048", []string{"英尺每秒", "英尺/秒", "ft/s", "feet per second"}},
	}, []string{"公里/小时", "米/秒", "英里/小时"}},
	{Label{"时间", "time"}, "1 天 = 24 小时；1 年按 365.25 天、1 个月按 30.4375 天（平均值）。", []unit{
		{Label{"秒", "s"}, "1", []string{"秒", "秒钟", "s", "sec", "secs", "second", "seconds"}},
		{Label{"毫秒", "ms"}, "1/1000", []string{"毫秒", "ms", "millisecond", "milliseconds"}},
		{Label{"微秒", "µs"}, "1/1000000", []string{"微秒", "us", "microsecond", "microseconds"}},
		{Label{"纳秒", "ns"}, "1/1000000000", []string{"纳秒", "ns", "nanosecond", "nanoseconds"}},
		{Label{"分钟", "min"}, "60", []string{"分钟", "分", "min", "mins", "minute", "minutes"}},
		{Label{"刻钟", "quarters"}, "900", []string{"刻钟", "刻"}},
		{Label{"小时", "h"}, "3600", []string{"小时", "个小时", "钟头", "个钟头", "h", "hr", "hrs", "hour", "hours"}},
		{Label{"时辰", "shichen"}, "7200", []string{"时辰", "个时辰"}},
		{Label{"天", "days"}, "86400", []string{"天", "日", "day", "days"}},
		{Label{"周", "weeks"}, "604800", []string{"周", "星期", "个星期", "个礼拜", "礼拜", "week", "weeks"}},
		{Label{"个月", "months"}, "2629800", []string{"个月", "月", "month", "months"}},
		{Label{"年", "years"}, "31557600", []string{"年", "year", "years"}},
	}, []string{"秒", "分钟", "小时", "天"}},
	{Label{"数据量", "data size"}, "按 1024 进位（操作系统的习惯）；硬盘厂商按 1000 进位。", []unit{
		{Label{"B", "B"}, "1", []string{"b", "字节", "位元组", "byte", "bytes"}},
		{Label{"bit", "bit"}, "1/8", []string{"bit", "bits", "比特", "位元"}},
		{Label{"KB", "KB"}, "1024", []string{"kb", "k", "kib", "kilobyte", "kilobytes"}},
		{Label{"MB", "MB"}, "1048576", []string{"mb", "m字节", "兆", "兆字节", "mib", "megabyte", "megabytes"}},
		{Label{"GB", "GB"}, "1073741824", []string{"gb", "g字节", "gib", "gigabyte", "gigabytes"}},
		{Label{"TB", "TB"}, "1099511627776", []string{"tb", "tib", "terabyte", "terabytes"}},
		{Label{"PB", "PB"}, "1125899906842624", []string{"pb", "pib", "petabyte", "petabytes"}},
	}, []string{"KB", "MB", "GB"}},
	{Label{"压强", "pressure"}, "1 标准大气压 = 101325 帕，1 psi = 6894.757293168 帕。", []unit{
		{Label{"帕", "Pa"}, "1", []string{"帕", "帕斯卡", "pa", "pascal", "pascals"}},
		{Label{"百帕", "hPa"}, "100", []string{"百帕", "hpa", "毫巴", "mbar"}},
		{Label{"千帕", "kPa"}, "1000", []string{"千帕", "kpa"}},
		{Label{"兆帕", "MPa"}, "1000000", []string{"兆帕", "mpa"}},
		{Label{"巴", "bar"}, "100000", []string{"巴", "bar", "bars"}},
		{Label{"标准大气压", "atm"}, "101325", []string{"标准大气压", "大气压", "个大气压", "个标准大气压", "atm", "atmosphere", "atmospheres"}},
		{Label{"毫米汞柱", "mmHg"}, "133.322387415", []string{"毫米汞柱", "mmhg"}},
		{Label{"psi", "psi"}, "6894.757293168", []string{"psi"}},
	}, []string{"千帕", "标准大气压", "psi"}},
	{Label{"能量", "energy"}, "1 卡 = 4.184 焦（热化学卡），1 度电 = 1 千瓦时 = 3.6 兆焦。", []unit{
		{Label{"焦", "J"}, "1", []string{"焦", "焦耳", "j", "joule", "joules"}},
		{Label{"千焦", "kJ"}, "1000", []string{"千焦", "kj", "kilojoule", "kilojoules"}},
		{Label{"兆焦", "MJ"}, "1000000", []string{"兆焦", "mj"}},
		{Label{"卡", "cal"}, "4.184", []string{"卡", "卡路里", "cal", "calorie"}},
		{Label{"千卡", "kcal"}, "4184", []string{"千卡", "大卡", "kcal", "kilocalorie", "kilocalories", "calories"}},
		{Label{"千瓦时", "kWh"}, "3600000", []string{"千瓦时", "度电", "kwh", "千瓦小时"}},
		{Label{"英热单位", "BTU"}, "1055.05585262", []string{"英热单位", "btu"}},
		{Label{"电子伏", "eV"}, "0.0000000000000000001602176634", []string{"电子伏", "电子伏特", "ev"}},
	}, []string{"千焦", "千卡", "千瓦时"}},
	{Label{"功率", "power"}, "1 公制马力 = 735.49875 瓦，1 英制马力 = 745.69987158 瓦。", []unit{
		{Label{"瓦", "W"}, "1", []string{"瓦", "瓦特", "w", "watt", "watts"}},
		{Label{"千瓦", "kW"}, "1000", []string{"千瓦", "kw", "kilowatt", "kilowatts"}},
		{Label{"兆瓦", "MW"}, "1000000", []string{"兆瓦", "mw"}},
		{Label{"马力", "PS"}, "735.49875", []string{"马力", "匹马力", "匹", "公制马力", "ps"}},
		{Label{"英制马力", "hp"}, "745.69987158227", []string{"英制马力", "hp", "horsepower"}},
	}, []string{"瓦", "千瓦", "马力"}},
	{Label{"角度", "angle"}, "180° = π 弧度。", []unit{
		{Label{"弧度", "rad"}, "1", []string{"弧度", "rad", "radian", "radians"}},
		{Label{"角度", "degrees"}, "0.017453292519943295769", []string{"角度", "度角", "度"}},
	}, []string{"弧度", "角度"}},
}

// temperature is a scale that is converted by kelvin = value × scale + offset.
type temperature struct {
	label         Label
	scale, offset string
	names         []string
}

var temperatures = []temperature{
	{Label{"℃", "°C"}, "1", "273.15", []string{"摄氏度", "度", "度摄氏", "摄氏", "℃", "°c", "c", "celsius", "degrees celsius", "degree celsius", "centigrade"}},
	{Label{"℉", "°F"}, "5/9", "45967/180", []string{"华氏度", "度华氏", "华氏", "℉", "°f", "f", "fahrenheit", "degrees fahrenheit", "degree fahrenheit"}},
	{Label{"K", "K"}, "1", "0", []string{"开尔文", "开氏度", "k", "kelvin", "kelvins"}},
}
