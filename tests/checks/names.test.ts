import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditActions, auditEntities } from '#shared/core/audit-actions.ts';
import { listFiles } from './sources.ts';

/** One term per thing: words that nobody would search for, as patterns of a name's words, and the field's term. */
const standardTerms: readonly (readonly [RegExp, string])[] = [
  [/^notices?$/, 'alert (on a page), toast, notification (on /notifications), renewalReminder (mail)'],
  [/\bcontract withdrawals?\b/, 'contractCancellation'],
  [/\bdeeds?\b/, 'action'],
  [/\brefusals?\b/, 'rejection, blockedReason'],
  [/\btapes?\b/, 'simulatedTrader'],
  [/\btryout\b/, 'whatIf'],
  [/\bsteer\b/, 'forceOutcome'],
  [/\btall(?:y|ies)\b/, 'dailyResult'],
  [/\bsw(?:eep|ept)\b/, 'reconcile'],
  [/\breseal\b/, 'rotateSecrets'],
  [/\bpatience\b/, 'timeoutMs, graceMs'],
  [/\btide\b/, 'EquityChart, DrawdownGauge, placeholder'],
];

/** `sweptAt`, `swept_at` and `swept-at` consist of the same words. */
function findOtherTerms(name: string): readonly string[] {
  const words = name.replace(/([a-z\d])([A-Z])|[_-]/g, '$1 $2').toLowerCase();
  return standardTerms.filter(([term]) => term.test(words)).map(([, standard]) => `${name}: say ${standard}`);
}

const shortenedClasses = /\.(?:foot-[a-z]+|\w+-head|\w+Head|\w+Foot)(?=[\s:{,.>[)])/g;
/** Limits start with `max` or `min`. */
const otherLimits = /^(?:export )?const (?:most|largest|longest|least|fewest|smallest)[A-Z]\w*/gm;
const declarations = /(?:const|function|type|class|let) (\w+)/g;

const files = listFiles('src', 'tests').filter((file) => file !== 'tests/checks/names.test.ts');
const findAll = (pattern: RegExp, ending: RegExp) =>
  files
    .filter((file) => ending.test(file))
    .flatMap((file) => [...new Set(readFileSync(file, 'utf8').match(pattern))].map((name) => `${file}: ${name}`));

describe('names', () => {
  test('declarations use standard terms', () => {
    const wrong = files
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(declarations)]
          .flatMap(([, name = '']) => findOtherTerms(name))
          .map((found) => `${file}: ${found}`),
      );
    expect(wrong).toEqual([]);
  });

  test('tables, columns, indexes and stored values use standard terms', () => {
    const wrong = files
      .filter((file) => /^src\/server\/.*\/tables\.ts$/.test(file))
      .flatMap((file) => {
        const bare = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?:\/\/|--) .*$/gm, ' ');
        return [...new Set(bare.match(/[a-z][a-z\d]*(?:[_-][a-z\d]+)*/g))].flatMap((name) =>
          findOtherTerms(name).map((found) => `${file}: ${found}`),
        );
      });
    expect(wrong).toEqual([]);
  });

  test('an area’s routes, jobs and mails are named after its folder, or after the file', () => {
    const camel = (words: string) => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const endings = { routes: 'Routes', jobs: 'Jobs', mails: 'Templates' };
    const wrong = files.flatMap((file) => {
      const [, folder = '', kind, part] =
        /^src\/server\/(?!firm\/).*?([\w-]+)\/(routes|jobs|mails)(?:-([\w-]+))?\.ts$/.exec(file) ?? [];
      if (!kind) return [];
      const ending = endings[kind as keyof typeof endings];
      const names = (part ? [part, `${folder}-${part}`] : [folder]).map((name) => camel(name) + ending);
      return [
        ...readFileSync(file, 'utf8').matchAll(
          /^export const (\w+): (?:Routes|MailTemplates)|^export const (\w+Jobs)\b/gm,
        ),
      ]
        .map(([, typed, jobs]) => typed ?? jobs ?? '')
        .filter((name) => !names.includes(name))
        .map((name) => `${file} exports ${name}: say ${names.join(' or ')}`);
    });
    expect(wrong).toEqual([]);
  });

  test('audit codes use standard terms', () => {
    expect([...auditActions, ...auditEntities].flatMap(findOtherTerms)).toEqual([]);
  });

  test('classes aren’t shortened, and limits are named max and min', () => {
    expect(findAll(shortenedClasses, /\.(?:css|astro)$/)).toEqual([]);
    expect(findAll(otherLimits, /\.tsx?$/)).toEqual([]);
  });

  test('files are named with standard terms', () => {
    expect(files.flatMap((file) => findOtherTerms(basename(file).replace(/\..*/, '')))).toEqual([]);
  });
});
