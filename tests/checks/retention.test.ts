import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { locales } from '../../src/i18n/locales.ts';

test.each(locales)('the %s pages about data take every period from where the jobs take it', (locale) => {
  for (const page of ['privacy-policy', 'cookies']) {
    const text = readFileSync(`content/legal/${locale}/${page}.md`, 'utf8');
    const typed = text.match(/\d+\s(days|months|years|jours|mois|ans|dias|meses|anos)\b/gu) ?? [];
    // The age of majority isn't a period.
    expect(typed.filter((period) => !period.startsWith('18'))).toEqual([]);
    for (const name of page === 'cookies' ? ['deviceDays'] : ['signInDays', 'expiredDays', 'deviceDays']) {
      expect(text).toContain(`{{retention.${name}}}`);
    }
    expect(text).toContain('{{affiliate.linkDays}}');
  }
});
