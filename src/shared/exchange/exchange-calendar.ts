// Written from content/catalog/calendar.yaml by `npm run build`: change that file, not this one.
export const calendarCoveredUntil = '2028-12-31';

// Minutes after midnight in Chicago, in the order of the groups below; null is closed.
export const regularCloses = {
  'equity-index': 960,
  'rates-and-currencies': 960,
  'energy-and-metals': 960,
  grains: 800,
  livestock: 785,
  crypto: 960,
} as const;

// Groups that trade around the clock since a day, with a pause on Saturdays.
export const aroundTheClock = {
  crypto: { since: '2026-05-29', pause: [120, 240] },
} as const;

export const exchangeHolidays = {
  '2026-01-01': ['closed', 'New Year’s Day', [null, null, null, null, null, null]],
  '2026-01-19': ['halt', 'Martin Luther King Jr. Day', [720, 720, 810, null, null, 960]],
  '2026-02-16': ['halt', 'Presidents’ Day', [720, 720, 810, null, null, 960]],
  '2026-04-03': ['early', 'Good Friday with the jobs report', [495, 615, null, null, null, 615]],
  '2026-05-25': ['halt', 'Memorial Day', [720, 720, 810, null, null, 960]],
  '2026-06-19': ['halt', 'Juneteenth', [720, 720, 720, null, null, 720]],
  '2026-07-03': ['halt', 'Independence Day (observed)', [720, 720, 720, null, null, 720]],
  '2026-09-07': ['halt', 'Labor Day', [720, 720, 810, null, null, 810]],
  '2026-11-26': ['halt', 'Thanksgiving', [720, 720, 810, null, null, 810]],
  '2026-11-27': ['early', 'Day after Thanksgiving', [735, 735, 825, 725, 725, 825]],
  '2026-12-24': ['early', 'Christmas Eve', [735, 735, 765, 725, 725, 765]],
  '2026-12-25': ['closed', 'Christmas Day', [null, null, null, null, null, null]],
  '2027-01-01': ['closed', 'New Year’s Day', [null, null, null, null, null, null]],
  '2027-01-18': ['halt', 'Martin Luther King Jr. Day', [720, 720, 810, null, null, 810]],
  '2027-02-15': ['halt', 'Presidents’ Day', [720, 720, 810, null, null, 810]],
  '2027-03-26': ['closed', 'Good Friday', [null, null, null, null, null, null]],
  '2027-05-31': ['halt', 'Memorial Day', [720, 720, 810, null, null, 810]],
  '2027-06-18': ['halt', 'Juneteenth (observed)', [720, 720, 720, null, null, 720]],
  '2027-07-05': ['halt', 'Independence Day (observed)', [720, 720, 810, null, null, 810]],
  '2027-09-06': ['halt', 'Labor Day', [720, 720, 810, null, null, 810]],
  '2027-11-25': ['halt', 'Thanksgiving', [720, 720, 810, null, null, 810]],
  '2027-11-26': ['early', 'Day after Thanksgiving', [735, 735, 825, 725, 725, 825]],
  '2027-12-24': ['closed', 'Christmas Day (observed)', [null, null, null, null, null, null]],
  '2028-01-17': ['halt', 'Martin Luther King Jr. Day', [720, 720, 810, null, null, 810]],
  '2028-02-21': ['halt', 'Presidents’ Day', [720, 720, 810, null, null, 810]],
  '2028-04-14': ['closed', 'Good Friday', [null, null, null, null, null, null]],
  '2028-05-29': ['halt', 'Memorial Day', [720, 720, 810, null, null, 810]],
  '2028-06-19': ['halt', 'Juneteenth', [720, 720, 810, null, null, 810]],
  '2028-07-03': ['early', 'Day before Independence Day', [735, 960, 960, 800, 785, 960]],
  '2028-07-04': ['halt', 'Independence Day', [720, 720, 810, null, null, 810]],
  '2028-09-04': ['halt', 'Labor Day', [720, 720, 810, null, null, 810]],
  '2028-11-23': ['halt', 'Thanksgiving', [720, 720, 810, null, null, 810]],
  '2028-11-24': ['early', 'Day after Thanksgiving', [735, 735, 825, 725, 725, 825]],
  '2028-12-25': ['closed', 'Christmas Day', [null, null, null, null, null, null]],
} as const;
