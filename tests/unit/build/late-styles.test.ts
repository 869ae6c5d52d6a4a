import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitStyles, styleMover } from '#build/late-styles.ts';

const marks = new Set(['.bar', '.menu', '#top', '[data-astro-cid-ab12]', '<table', '<td', '<p']);

describe('styles of the first screen', () => {
  it('keeps what an element there can match, and moves the rest in its order', () => {
    const css = '.bar{color:red}.table{color:blue}.bar .table{top:0}.table,.menu{left:0}#top{a:b}#end{a:b}.table{c:d}';
    expect(splitStyles(css, marks)).toEqual({
      first: '.bar{color:red}.table,.menu{left:0}#top{a:b}',
      late: '.table{color:blue}.bar .table{top:0}#end{a:b}.table{c:d}',
    });
  });

  it('keeps rules that need no class: elements, states of the page, and what only one of several may match', () => {
    const css =
      ':root[data-theme=dark]{a:b}table td{a:b}.bar:not(.table){a:b}:is(.table,.menu) p{a:b}@font-face{src:url("a}b")}';
    expect(splitStyles(css, marks)).toEqual({ first: css, late: '' });
  });

  it('moves rules for elements that are only below, and for what somebody points at or has moved the focus to', () => {
    const css = '.bar{a:b}.bar:hover,.bar code{a:b}pre,kbd{a:b}table tr{a:b}.bar:hover,.bar{a:b}::selection{a:b}';
    expect(splitStyles(css, marks)).toEqual({
      first: '.bar{a:b}.bar:hover,.bar{a:b}',
      late: '.bar:hover,.bar code{a:b}pre,kbd{a:b}table tr{a:b}::selection{a:b}',
    });
  });

  it('splits inside layers and media queries, and moves nested rules with their own', () => {
    const css =
      '@layer a,b;@layer b{.bar{c:d;& .menu{a:b}& .x{a:b}}@media (width>=60rem){.late[data-astro-cid-zz]{&:hover{a:b}}p[data-astro-cid-ab12]{a:b}}}';
    expect(splitStyles(css, marks)).toEqual({
      first: '@layer a,b;@layer b{.bar{c:d;& .menu{a:b}}@media (width>=60rem){p[data-astro-cid-ab12]{a:b}}}',
      late: '@layer b{.bar{& .x{a:b}}@media (width>=60rem){.late[data-astro-cid-zz]{&:hover{a:b}}}}',
    });
  });

  it('moves what is only for print', () => {
    expect(splitStyles('@media print{.bar{a:b}}@media print,(width>=48rem){.bar{c:d}}', marks)).toEqual({
      first: '@media print,(width>=48rem){.bar{c:d}}',
      late: '@media print{.bar{a:b}}',
    });
  });

  it('names the file where the first screen ends, and leaves a page without such a place as it is', () => {
    const head = '<head><style>.bar{a:b}.table{a:b}</style></head><body><p class="bar"></p>';
    const rest = '<p class="table"></p>';
    const expected =
      /<style>\.bar\{a:b\}<\/style><\/head><body><p class="bar"><\/p><link rel="stylesheet" href="\/_astro\/late\.[\w-]+\.css"><p class="table">/;
    // In a component with styles of its own, an element has its mark.
    for (const end of ['data-first-screen-end', 'data-first-screen-end data-astro-cid-ab12'])
      expect(styleMover()(`${head}<template ${end}></template>${rest}`)).toMatch(expected);
    expect(styleMover()(head)).toBe(head);
  });

  it('makes one sheet of all, with the palette’s colors in their places, and one file of late sheets, rules and tokens', () => {
    const page = [
      '<head><style>@layer tokens,base;</style><title>x</title>',
      '<style>@layer tokens{:root{--palette-red:#f00;--palette-blue:#00f}:root{--a:var(--palette-red);--b:var(--c);--c:1px;--d:2px}',
      '@media (width<=9px){:root{--d:3px}}}p{color:var(--a)}.table{top:var(--b)}</style></head>',
      '<body><p></p><template data-first-screen-end></template><style data-late>\n.box{a:b}</style><p class="table"></p>',
      '<style data-late>@media (width<=9px){i{a:b}}</style><i></i><style data-late>.box{a:b}</style>',
    ].join('\n');
    const moved = styleMover()(page);
    expect(moved).toContain(
      '<head><style>@layer tokens,base;@layer tokens{:root{--a:#f00;--d:2px}@media (width<=9px){:root{--d:3px}}}p{color:var(--a)}</style><title>x</title>',
    );
    const [, name = ''] = /href="\/_astro\/(late[^"]+)"/.exec(moved) ?? [];
    expect(readFileSync(`node_modules/.cache/page-parts/${name}`, 'utf8')).toBe(
      '@layer tokens{:root{--b:var(--c);--c:1px}}.table{top:var(--b)}.box{a:b}@media (width<=9px){i{a:b}}',
    );
    expect(moved).toMatch(/<p class="table"><\/p>\s*<i><\/i>$/);
  });
});
