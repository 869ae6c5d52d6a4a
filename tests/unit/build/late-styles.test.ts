import { describe, expect, it } from 'vitest';
import { splitStyles, styleMover } from '#build/late-styles.ts';

const marks = new Set(['.bar', '.menu', '#top', '[data-astro-cid-ab12]']);

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

  it('splits inside layers and media queries, and moves nested rules with their own', () => {
    const css =
      '@layer a,b;@layer b{.bar{& .x{a:b}}@media (width>=60rem){.late[data-astro-cid-zz]{&:hover{a:b}}p[data-astro-cid-ab12]{a:b}}}';
    expect(splitStyles(css, marks)).toEqual({
      first: '@layer a,b;@layer b{.bar{& .x{a:b}}@media (width>=60rem){p[data-astro-cid-ab12]{a:b}}}',
      late: '@layer b{@media (width>=60rem){.late[data-astro-cid-zz]{&:hover{a:b}}}}',
    });
  });

  it('names the file where the first screen ends, and leaves a page without such a place as it is', () => {
    const head = '<head><style>.bar{a:b}.table{a:b}</style></head><body><p class="bar"></p>';
    const end = '<template data-first-screen-end></template>';
    const moved = styleMover()(`${head}${end}<p class="table"></p>`);
    expect(moved).toMatch(
      /<style>\.bar\{a:b\}<\/style><\/head><body><p class="bar"><\/p><link rel="stylesheet" href="\/_astro\/late\.[\w-]+\.css"><p class="table">/,
    );
    expect(styleMover()(head)).toBe(head);
  });
});
