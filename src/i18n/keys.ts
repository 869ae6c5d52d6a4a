import type common from '../../public/locales/en/common.json';
import type faq from '../../public/locales/en/faq.json';
import type footer from '../../public/locales/en/footer.json';
import type home from '../../public/locales/en/home.json';
import type nav from '../../public/locales/en/nav.json';
import type pages from '../../public/locales/en/pages.json';
import type programmes from '../../public/locales/en/programmes.json';
import type reading from '../../public/locales/en/reading.json';

/** The namespaces that pages use at build time; English is the source of their keys. */
type Sources = {
  common: typeof common;
  faq: typeof faq;
  footer: typeof footer;
  home: typeof home;
  nav: typeof nav;
  pages: typeof pages;
  programmes: typeof programmes;
  reading: typeof reading;
};

export type Namespace = keyof Sources;

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : Key;

type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Leaves<Tree[Key]>}`;
}[keyof Tree & string];

/** Dotted keys of a namespace, plural endings left off: `floor.end-of-day`. */
export type KeyOf<Name extends Namespace> = Leaves<Sources[Name]>;
