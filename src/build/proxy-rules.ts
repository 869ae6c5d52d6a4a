import { locales } from '#i18n/locales.ts';
import { numberedPage } from '#lib/numbered-page.ts';
import {
  cacheRules,
  filePath,
  frameRules,
  mediaTypes,
  noReferrer,
  revalidated,
  securityHeaders,
  strictTransport,
} from '#lib/site-rules.ts';
import { shellPath } from '#routes.ts';
import { listNumbered, listShells } from './addresses.ts';

/** A regular expression and what it makes of an address, where `$1` stands for its first group. */
type Rule = readonly [source: string, target: string];

/** Read from one variable of the proxy into another. */
type RuleMap = {
  readonly from: 'address' | 'path' | 'number' | 'shell';
  readonly to: string;
  readonly rules: readonly Rule[];
  readonly otherwise: string;
};

/** Addresses are matched as they were sent, with their query. */
const end = '/?(?:[?].*)?$';
const prefixes = locales.slice(1).join('|');
const noFile = '/-';
const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const exactly = (text: string) => `^${escapeText(text)}$`;
const usualReferrer = securityHeaders.find(([name]) => name === noReferrer[0])?.[1] ?? '';

/** What both proxies need in order to answer as our server does. */
function listMaps(paths: readonly string[]): readonly RuleMap[] {
  const shells = listShells().map((pattern): Rule => {
    const source = pattern.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/?]+');
    return [`^((?:/(?:${prefixes}))?)${source}${end}`, `$1${shellPath(pattern)}.html`];
  });
  const number = numberedPage.source.replaceAll('[^/]', '[^/?]').replace('\\/?$', end);
  const moved = listNumbered(paths).map(({ folder, id, path }): Rule => [exactly(folder + id), path]);
  const cache = cacheRules.map((rule): Rule => {
    return [`^${escapeText(rule.start)}.*${escapeText(rule.end)}$`, rule.control];
  });
  const types = Object.entries(mediaTypes).map(([ending, type]): Rule => [`[.]${ending}$`, type]);
  return [
    { from: 'address', to: 'shell', rules: shells, otherwise: noFile },
    // Only screens with a person's data in their address are shells with parameters.
    { from: 'shell', to: 'referrer', rules: [[exactly(noFile), usualReferrer]], otherwise: noReferrer[1] },
    { from: 'address', to: 'number', rules: [[number, '$1$2']], otherwise: '' },
    { from: 'number', to: 'moved', rules: moved, otherwise: '' },
    { from: 'address', to: 'home', rules: [[`^(/(?:${prefixes}))(?:[/?].*)?$`, '$1']], otherwise: '/' },
    {
      from: 'path',
      to: 'page',
      rules: [
        ['^/+$', '/index'],
        ['^(.*[^/])/*$', '$1'],
      ],
      otherwise: noFile,
    },
    { from: 'path', to: 'file', rules: [[`(?i)${filePath.source}`, '1']], otherwise: '' },
    { from: 'path', to: 'cache', rules: cache, otherwise: revalidated },
    { from: 'path', to: 'type', rules: types, otherwise: 'application/octet-stream' },
  ];
}

/** The headers of every response but the referrer policy, which depends on the address. */
const headers = [
  ...securityHeaders.filter(([name]) => name !== noReferrer[0]),
  ['Content-Security-Policy', frameRules],
  strictTransport,
] as const;

/** For the `http` block of nginx. @param paths of the built pages */
export function nginxRules(paths: readonly string[]): string[] {
  const sources = { address: '$request_uri', path: '$uri', number: '$site_number', shell: '$site_shell' };
  const map = (from: string, to: string, rules: readonly Rule[], otherwise: string) => [
    `map ${from} $site_${to} {`,
    `\tdefault "${otherwise}";`,
    ...rules.map(([source, target]) => `\t"~${source}" "${target}";`),
    '}',
  ];
  return [
    ...listMaps(paths).flatMap(({ from, to, rules, otherwise }) => map(sources[from], to, rules, otherwise)),
    ...map('$status', 'kept', [['^(?:200|206|304)$', '$site_cache']], revalidated),
  ];
}

/** For every `location` block of nginx that serves pages. */
export function nginxHeaders(): string[] {
  const perAddress = [
    [noReferrer[0], '$site_referrer'],
    ['Cache-Control', '$site_kept'],
  ] as const;
  const types = Object.entries(mediaTypes).map(([ending, type]) => `\t"${type}" ${ending};`);
  return [
    ...[...headers, ...perAddress].map(([name, value]) => `add_header ${name} "${value}" always;`),
    ...['types {', ...types, '}'],
  ];
}

/** Snippets that Caddy's configuration imports: for all responses, and for those with a file. @param paths as above */
export function caddyRules(paths: readonly string[]): string[] {
  const sources = {
    address: '{http.request.orig_uri}',
    path: '{http.request.uri.path}',
    number: '{site_number}',
    shell: '{site_shell}',
  };
  const quote = (text: string) => `\`${text}\``;
  const maps = listMaps(paths).flatMap(({ from, to, rules, otherwise }) => [
    `\tmap ${sources[from]} {site_${to}} {`,
    ...rules.map(([source, target]) => `\t\t${quote(`~${source}`)} ${quote(target.replace(/\$(\d)/g, `\${$1}`))}`),
    `\t\tdefault ${quote(otherwise)}`,
    '\t}',
  ]);
  const set = (values: readonly (readonly [string, string])[]) => [
    ...['\theader {', ...values.map(([name, value]) => `\t\t${name} ${quote(value)}`), '\t}'],
  ];
  const always = [...headers, [noReferrer[0], '{site_referrer}'], ['Cache-Control', revalidated]] as const;
  const ofFiles = [
    ['Cache-Control', '{site_cache}'],
    ['Content-Type', '{site_type}'],
  ] as const;
  return ['(site_rules) {', ...maps, ...set(always), '}', '(site_file_headers) {', ...set(ofFiles), '}'];
}
