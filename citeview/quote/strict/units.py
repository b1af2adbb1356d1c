"""Words that change the value of the number beside them: units, scales, currencies, signs in words.

A versioned list: changing it changes verdicts, so it changes the version of the rule set. Knows words as written;
a unit's case matters (`mW` is not `MW`), a word's does not. Must not know tokens.
"""

from __future__ import annotations

from citeview.quote.strict.words import word_set

VERSION = 1

# Symbols, compared as written.
_SYMBOLS = word_set("""
    m km cm mm µm μm nm pm fm Mm Gm mi ft yd nmi pc kpc Mpc ly AU au
    m² m³ km² km³ cm² cm³ mm² mm³ ha ac
    g kg mg µg μg ng pg Mg Gg t kt Mt Gt lb lbs oz st gr ct u Da kDa
    s ms µs μs ns ps fs min mins h hr hrs d wk wks mo mos yr yrs Ma Ga ka sec secs
    L l ml mL cl cL dl dL µl μL µL hl gal qt pt fl bbl cc
    K C F °C °F °K
    A mA µA kA V mV kV MV µV W mW kW MW GW TW µW Wh kWh MWh GWh TWh mWh J mJ kJ MJ GJ TJ PJ EJ eV keV MeV GeV TeV
    cal kcal Cal BTU Btu N kN mN MN Pa hPa kPa MPa GPa mPa bar mbar psi atm Torr mmHg
    Hz kHz MHz GHz THz mHz rpm RPM bpm BPM fps FPS
    B kB KB MB GB TB PB EB KiB MiB GiB TiB PiB b kb Kb Mb Gb Tb bit bits bps kbps Mbps Gbps Tbps
    mol mmol µmol μmol kmol nmol M mM µM μM nM pM ppm ppb ppt
    Bq kBq MBq GBq Gy mGy Sv mSv µSv μSv Ci lm lx cd dB dBm dBA Ω kΩ MΩ ohm F µF μF nF pF H mH T mT G S
    mph kph kmh km/h m/s kn kt x X pp bp bps bn Bn mn Mn tn Tn k K m M B T
    p.m a.m pm am PM AM
    """)

# Words, compared in lower case.
_WORDS = word_set("""
    percent percentage percentages per-cent pct percentile percentiles permille
    hundred hundreds thousand thousands million millions billion billions trillion trillions quadrillion quintillion
    dozen dozens score gross lakh lakhs crore crores myriad mil mio mrd bio milliard milliards
    half halves third thirds quarter quarters fourth fourths fifth fifths sixth sixths eighth eighths tenth tenths
    hundredth hundredths thousandth thousandths millionth millionths billionth billionths
    metre metres meter meters kilometre kilometres kilometer kilometers centimetre centimetres centimeter
    centimeters
    millimetre millimetres millimeter millimeters micrometre micrometres micron microns nanometre nanometres
    nanometer
    mile miles foot feet inch inches yard yards furlong furlongs fathom fathoms league leagues parsec parsecs
    hectare hectares acre acres
    gram grams gramme grammes kilogram kilograms kilogramme kilogrammes kilo kilos milligram milligrams microgram
    micrograms
    tonne tonnes ton tons pound pounds ounce ounces stone stones carat carats
    second seconds millisecond milliseconds microsecond microseconds nanosecond nanoseconds minute minutes hour
    hours
    day days week weeks fortnight fortnights month months year years decade decades century centuries millennium
    millennia
    litre litres liter liters millilitre millilitres milliliter milliliters gallon gallons pint pints barrel barrels
    degree degrees celsius fahrenheit kelvin radian radians
    ampere amperes amp amps volt volts watt watts kilowatt kilowatts megawatt megawatts gigawatt gigawatts
    joule joules calorie calories kilocalorie kilocalories newton newtons pascal pascals hertz kilohertz megahertz
    gigahertz
    byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte terabytes
    kilobit kilobits megabit megabits gigabit gigabits mole moles decibel decibels knot knots horsepower
    square cubic sq cu times fold o'clock
    dollar dollars euro euros cent cents pence penny sterling yen yuan renminbi rupee rupees rubles rouble roubles
    ruble
    franc francs krona kronor krone kroner peso pesos real reais rand won dinar dinars dirham dirhams lira liras
    bitcoin
    usd eur gbp jpy cny chf cad aud inr npr rub brl zar krw sek nok dkk pln czk huf ils try mxn sgd hkd btc eth
    prozent hundert tausend million millionen milliarde milliarden billion billionen sekunde sekunden minuten stunde
    stunden
    tag tage tagen woche wochen monat monate monaten jahr jahre jahren grad kilometern metern zentimeter
    pourcent cent mille milliers millions heure heures jour jours semaine semaines mois an ans année années mètre
    mètres
    kilomètre kilomètres degré degrés seconde secondes tonnes litre litres
    ciento mil millón millones porciento hora horas día días semana semanas mes meses año años metro metros
    kilómetros grados
    segundo segundos minuto minutos toneladas
    cento mila milione milioni miliardo miliardi ora ore giorno giorni settimana mese mesi anno anni metri gradi
    milhão milhões bilhão bilhões dias ano anos graus
    процент процента процентов тысяча тысячи тысяч миллион миллиона миллионов миллиард миллиарда миллиардов тыс млн
    млрд
    руб рублей рубля рубль секунд минут часа часов день дня дней недели недель месяц месяца месяцев год года лет
    м км см мм кг г т л с мин ч градус градуса градусов
    प्रतिशत हजार हज़ार लाख करोड अरब रुपैयाँ रुपये किलोमिटर किलोमीटर मिटर मीटर किलो ग्राम वर्ष दिन घण्टा घंटे मिनेट
    मिनट
    بالمئة مليون ملايين مليار ألف آلاف درجة كيلومتر متر سنة سنوات يوم أيام ساعة ساعات دقيقة دولار
    אחוז אחוזים אלף אלפים מיליון מיליארד שנים שנה ימים שעות דקות קילומטר מטר שקל שקלים דולר
    퍼센트 천 만 억 조 원 달러 킬로미터 미터 년 개월 일 시간 분 초 도
    """)

# A number's sign, bound or currency in a word in front of it.
_BEFORE = word_set("""
    minus negative plus usd eur gbp jpy cny chf cad aud inr npr rub brl zar krw sek nok dkk rs us$ a$ c$ moins menos
    meno
    минус ऋण ناقص מינוס
    """)

# Korean units are glued to what follows them.
_HANGUL = frozenset("만천억조원년월일시분초도명개")

_SCALES = word_set("hundred thousand million billion trillion quadrillion dozen lakh crore mil mille mila")

# After a number and its unit: these make another unit of it.
_AFTER_UNIT = word_set("per squared cubed square cubic pro par por")


def is_unit(word: str) -> bool:
    """Say whether a word behind a number is a unit, a scale or a percent word."""
    return word in _SYMBOLS or word.lower() in _WORDS or word[:1] in _HANGUL


# Numbers in words, by which a longer number may go on.
_NUMBER_WORDS = word_set("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    null eins ein zwei drei vier fünf sechs sieben acht neun zehn zwanzig dreißig hundert tausend
    deux trois quatre cinq huit neuf dix vingt trente quarante cinquante soixante cent
    dos tres cuatro cinco siete ocho nueve diez veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien
    """)

HAN_NUMERALS = frozenset("〇零一二三四五六七八九十百千万萬亿億兆两兩廿卅壹贰叁肆伍陆柒捌玖拾佰仟点點半")
"""Numerals, scales and the decimal point of Chinese and Japanese."""

_HAN_BEFORE = frozenset("负負第")


def is_number_word(word: str) -> bool:
    """Say whether a word is a number or a scale."""
    return word.lower() in _NUMBER_WORDS or word.lower() in _SCALES


def goes_on_in_han(before: str, after: str) -> bool:
    """Say whether a number in Chinese characters goes on from one character to the next."""
    return (before in HAN_NUMERALS and after in HAN_NUMERALS) or (before in _HAN_BEFORE and after in HAN_NUMERALS)


def is_scale(word: str) -> bool:
    """Say whether a word multiplies the number in front of it."""
    return word.lower() in _SCALES


def is_sign_word(word: str) -> bool:
    """Say whether a word in front of a number is its sign or its currency."""
    return word.lower() in _BEFORE


def extends_unit(word: str) -> bool:
    """Say whether a word behind a number's unit makes another unit of it (`km per hour`)."""
    return word.lower() in _AFTER_UNIT
