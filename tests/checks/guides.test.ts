import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Locale, locales } from '../../src/i18n/locales.ts';

const patterns: Readonly<Record<Locale, { stops: string; version: RegExp; agreements: RegExp }>> = {
  en: {
    stops: '## Where your stops rest',
    version: /^Version: .+ 20\d\d/m,
    agreements: /^- The agreements|## Sign the agreements/m,
  },
  fr: {
    stops: '## Où reposent vos stops',
    version: /^Version\u00a0: .+ 20\d\d/m,
    agreements: /^- Les accords|## Signer les accords/m,
  },
  pt: {
    stops: '## Onde ficam os seus stops',
    version: /^Versão: .+ 20\d\d/m,
    agreements: /^- Os acordos|## Assinar os acordos/m,
  },
};

test.each(locales)(
  'each guide in %s says its version, where agreements are signed and stops rest, and links the maker',
  (locale) => {
    const guides = readdirSync(`content/guides/${locale}`).filter((name) => name !== 'connection-guide.md');
    expect(guides).toHaveLength(7);
    const { stops, version, agreements } = patterns[locale];
    const gaps = guides.flatMap((name) => {
      const text = readFileSync(`content/guides/${locale}/${name}`, 'utf8');
      const help = version.test(text) && /^Vers.+\]\(https:\/\//m.test(text);
      const found = { stops: text.includes(stops), help, agreements: agreements.test(text) };
      return Object.entries(found).flatMap(([what, isThere]) => (isThere ? [] : [`${name}: ${what}`]));
    });
    expect(gaps).toEqual([]);
  },
);
