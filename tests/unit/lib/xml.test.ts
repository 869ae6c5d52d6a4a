import { expect, test } from 'vitest';
import { element, parseXml, writeXml } from '#lib/xml.ts';

test('texts and attributes are escaped, elements aren’t, and what XML forbids is left out', () => {
  const written = writeXml(element('a', ['1 < 2 & "3"\u0000', element('b', '')], { c: '"<' }));
  expect(written).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a c="&#34;&#60;">1 &#60; 2 &#38; "3"<b></b></a>\n');
});

test('a written text is read as it was', () => {
  const text = 'O’Neil & Söhne <"Ltd.">';
  expect(parseXml(writeXml(element('Nm', text))).text).toBe(text);
});
