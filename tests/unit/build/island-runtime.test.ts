import { readFileSync } from 'node:fs';
import visible from 'astro/runtime/client/visible.prebuilt.js';
import islands from 'astro/runtime/server/astro-island.prebuilt.js';
import { describe, expect, it } from 'vitest';
import { deferIslands } from '#build/island-runtime.ts';

const scripts = `<script>${visible}</script><script>${islands}</script>`;
const island = (client: string, props: string) =>
  `<astro-island uid="0" component-url="/_astro/a.js" props="${props}" ssr client="${client}"><b>text</b></astro-island>`;
const long = `{&quot;text&quot;:[0,&quot;${'It’s &gt; 5 &amp; < 6. '.repeat(40)}&quot;]}`;

describe('islands that start when visible', () => {
  it('load what starts them, and long properties, from files', () => {
    const page = deferIslands(`${scripts}${island('visible', long)}`);
    const [, name = ''] = / data-props="\/_astro\/(props\.[\w-]+\.json)"/.exec(page) ?? [];
    expect(page).toMatch(
      /^<astro-island data-script="[^"]+" uid="0" component-url="[^"]+" data-props="[^"]+" ssr client="visible"><b>text<\/b><\/astro-island>$/,
    );
    const written = JSON.parse(readFileSync(`node_modules/.cache/page-parts/${name}`, 'utf8'));
    expect(written).toEqual({ text: [0, 'It’s > 5 & < 6. '.repeat(40)] });
  });

  it('keep short properties, and those of islands that start at once', () => {
    const page = deferIslands(`${scripts}${island('load', long)}${island('visible', '{}')}`);
    expect(page).toContain(island('load', long).slice('<astro-island'.length));
    expect(page).toContain(island('visible', '{}'));
  });
});
