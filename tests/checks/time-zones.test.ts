import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/** What chooses a zone past src/lib, or leaves it to the browser instead of the profile. */
const ownFormats: Readonly<Record<string, RegExp>> = {
  'formats a date itself': /\bIntl\.DateTimeFormat\b/,
  'formats a date in the browser’s zone': /\.toLocale(?:Date|Time)String\(/,
  'names a time zone': /\btimeZone\b/,
};

const chicagoTimes = /\bchicago(?:Time|Moment|Record|Closing)Text\b/;
const besideChicago = /\b(?:ExchangeTime|getLocalTimeSuffix|findLocalTime|momentItem|momentOf)\b/;

const screens = listFiles('src')
  .filter((file) => /^src\/(?:app|ui)\//.test(file) && /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('screens show moments in the person’s zone, days as days, and Chicago’s time only by its name', () => {
  const wrong = screens.flatMap(({ file, text }) =>
    Object.keys(ownFormats).flatMap((fault) => (ownFormats[fault]?.test(text) ? [`${file} ${fault}`] : [])),
  );
  expect(wrong).toEqual([]);
});

test('a time in Chicago stands beside the person’s own', () => {
  // The axis of a chart has no room for two; the cursor's label and the list below it show both.
  const axes = ['src/app/trading/chart-canvas.tsx'];
  const alone = screens.filter(({ text }) => chicagoTimes.test(text) && !besideChicago.test(text));
  expect(alone.map(({ file }) => file).filter((file) => !axes.includes(file))).toEqual([]);
});
