import { afterEach, expect, test } from 'vitest';
import { findLocalTime, formatDateTime, formatMoment, showsLocalTime } from '#lib/format-date-time.ts';
import { setUserTimeZone } from '#lib/user-time-zone.ts';

/** Friday, 14:06:57 in Chicago. */
const afternoon = Date.UTC(2026, 10, 20, 20, 6, 57);
/** Friday, 18:30 in Chicago: already Saturday in Lisbon. */
const evening = Date.UTC(2026, 10, 21, 0, 30);

afterEach(() => setUserTimeZone(undefined));

test.each([
  ['Europe/Lisbon', 'en', '20:06'],
  ['Europe/Paris', 'fr', '21 h 06'],
  ['Asia/Tokyo', 'en', 'Sat 05:06'],
])('a trader in %s sees their local time next to Chicago’s', (zone, locale, text) => {
  setUserTimeZone(zone);
  expect(findLocalTime(afternoon, locale)?.replaceAll('\u00a0', ' ').replace(',', '')).toBe(text);
  expect(showsLocalTime()).toBe(true);
});

test('the weekday is shown if the date differs, and seconds if a list shows them', () => {
  setUserTimeZone('Europe/Lisbon');
  expect(findLocalTime(evening, 'en', { withSeconds: true })).toBe('Sat 00:30:00');
  expect(findLocalTime(afternoon, 'en', { withSeconds: true })).toBe('20:06:57');
});

test('only one time is shown if both clocks agree', () => {
  for (const zone of ['America/Chicago', 'America/Winnipeg']) {
    setUserTimeZone(zone);
    expect(findLocalTime(afternoon, 'en')).toBeNull();
    expect(showsLocalTime()).toBe(false);
  }
});

test('a zone other than the user’s can be requested', () => {
  expect(findLocalTime(afternoon, 'en', { zone: 'Europe/Lisbon' })).toBe('20:06');
});

test('times are correct in the weeks of the year when only one side has changed its clocks', () => {
  setUserTimeZone('Europe/Lisbon');
  // October 28, 2026: Lisbon is on winter time, Chicago not yet.
  expect(findLocalTime(Date.UTC(2026, 9, 28, 15), 'en', { withSeconds: true })).toBe('15:00:00');
  // March 11, 2026: Chicago is on summer time, Lisbon not yet.
  expect(findLocalTime(Date.UTC(2026, 2, 11, 15), 'en', { withSeconds: true })).toBe('15:00:00');
});

test('a date without a zone of its own is the day of the zone in the profile: Saturday in Tokyo', () => {
  setUserTimeZone('Asia/Tokyo');
  expect(formatDateTime(afternoon, 'en', { dateStyle: 'medium' })).toBe('Nov 21, 2026');
  expect(formatMoment(afternoon, 'en')).toMatch(/^November 21, 2026 at 05:06/);
  expect(formatDateTime(afternoon, 'en', { dateStyle: 'medium', timeZone: 'UTC' })).toBe('Nov 20, 2026');
});
