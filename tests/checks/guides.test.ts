import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const patterns = {
  en: {
    stops: '## Where your stops rest',
    version: /^Version: .+ 20\d\d/m,
    agreements: /^- The agreements|## Sign the agreements/m,
  },
  fr: {
    stops: '## Où sont placés vos stops',
    version: /^Version\u00a0: .+ 20\d\d/m,
    agreements: /^- Les accords|## Signer les accords/m,
  },
  pt: {
    stops: '## Onde ficam os seus stops',
    version: /^Versão: .+ 20\d\d/m,
    agreements: /^- Os acordos|## Assinar os acordos/m,
  },
};

test.each(Object.entries(patterns))(
  'each guide in %s states its version, says where agreements are signed and stops rest, and links to the vendor',
  (locale, { stops, version, agreements }) => {
    const guides = readdirSync(`content/guides/${locale}`).filter((name) => name !== 'connection-guide.md');
    expect(guides).toHaveLength(7);
    const gaps = guides.flatMap((name) => {
      const text = readFileSync(`content/guides/${locale}/${name}`, 'utf8');
      const help = version.test(text) && /^Vers.+\]\(https:\/\//m.test(text);
      const found = { stops: text.includes(stops), help, agreements: agreements.test(text) };
      return Object.entries(found).flatMap(([what, isPresent]) => (isPresent ? [] : [`${name}: ${what}`]));
    });
    expect(gaps).toEqual([]);
  },
);
