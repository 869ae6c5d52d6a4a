import { dictionary } from '@zxcvbn-ts/language-common';

/** What the list of the world's most common passwords lacks: short names, keyboard rows, our field and newer brands. */
const addedWords = `abcdefgh amoreterno amormio amy ana bendicion bitcoin blockchain bmw cariño corinthians coucou dad deus
  deusefiel doudou drawdown ethereum eva fluminense forex fortnite futures gmail god hodl hotmail ian imthebest
  instagram jesuscristo licorne lkjhgfdsa login lowtide lyon mama marseille may meuamor minhavida mivida mnbvcxz mom mysql
  numberone papa passphrase peru poiuyt psg pumas qwertz red roblox sea six sky snapchat sun tea teamomucho ten tidemark
  toor twitter two ubuntu voldemort waterline whatsapp yahoo yes yesyes zoe zxcv`;
const commonWords = new Set([...dictionary['passwords-common'], ...addedWords.split(/\s+/)]);
/** What people put before a common word, as in `iloveangel`. */
const opener = /^(?:big|crazy|forever|iam|i?love|little|my|new|old|super|sweet|the|your)(?=[a-z]{3})/;
const minWordLength = 4;
const maxWordLength = Math.max(...[...commonWords].map((word) => word.length));

/** How many characters must remain without the guessable part. */
const minBesideName = 8;
const minBesideWord = 4;
const minFreeSteps = 4;

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
};

const keyboardRows = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'];

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function readLookalikes(text: string): string[] {
  const read = [...text].map((character) => lookalikes[character] ?? character).join('');
  // A 1 stands for i as often as for l.
  const readAsL = [...text].map((c) => (c === '1' ? 'l' : (lookalikes[c] ?? c))).join('');
  return [...new Set([text, read, readAsL])];
}

function isNeighbor(left: string, right: string): boolean {
  const step = (right.codePointAt(0) ?? 0) - (left.codePointAt(0) ?? 0);
  if (Math.abs(step) <= 1) return true;
  return keyboardRows.some((row) => {
    const [from, to] = [row.indexOf(left), row.indexOf(right)];
    return from >= 0 && to >= 0 && Math.abs(to - from) === 1;
  });
}

/** The number of characters that don't continue a run: `aaaa1234` has two. */
function countFreeSteps(text: string): number {
  const characters = [...text];
  return characters.filter((character, index) => {
    const previous = characters[index - 1];
    return previous === undefined || !isNeighbor(previous, character);
  }).length;
}

function isRepeatedUnit(text: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/su.test(text) && new Set(text).size <= 4;
}

function lengthWithout(text: string, part: string): number {
  return part === '' ? text.length : text.replaceAll(part, '').length;
}

function isCommon(text: string): boolean {
  const bare = text.replace(/^[^a-z]+|(?<![^a-z])[^a-z]+$/g, '');
  if ([text, bare, bare.replace(opener, '')].some((word) => commonWords.has(word))) return true;
  for (let start = 0; start + minWordLength <= text.length; start += 1) {
    for (let size = Math.min(maxWordLength, text.length - start); size >= minWordLength; size -= 1) {
      if (text.length - size < minBesideWord && commonWords.has(text.slice(start, start + size))) return true;
    }
  }
  return false;
}

export type PasswordProblem = 'password_brand' | 'password_email' | 'password_pattern' | 'password_common';

/**
 * Why someone who knows the person and common password lists could guess this password; undefined if they couldn't. The
 * contract checks the length; no character classes are required.
 */
export function checkNewPassword(password: string, email: string, brand: string): PasswordProblem | undefined {
  const plain = withoutAccents(password);
  const forms = readLookalikes(plain);
  const localPart = withoutAccents(email.split('@')[0] ?? '');
  if (forms.some((form) => lengthWithout(form, withoutAccents(brand)) < Math.min(minBesideName, form.length))) {
    return 'password_brand';
  }
  if (forms.some((form) => lengthWithout(form, localPart) < Math.min(minBesideName, form.length))) {
    return 'password_email';
  }
  if (countFreeSteps(plain) < minFreeSteps || isRepeatedUnit(plain)) return 'password_pattern';
  return forms.some(isCommon) ? 'password_common' : undefined;
}
