import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { findCurrent, listReleases, publishRelease, ReleaseError, rollBack } from '#tools/release-folder.ts';

const noon = Date.parse('2026-11-22T12:00:00Z');
let root = '';
let folder = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-releases-'));
  folder = join(root, 'site');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A built site with one page and one script, whose file name contains its text in place of a hash. */
function build(text: string): string {
  const dist = join(root, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, '_astro'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), text);
  writeFileSync(join(dist, '_astro', `${text}.js`), text);
  writeFileSync(join(dist, '.built-from'), text);
  return dist;
}

const publish = (text: string, at: number) => publishRelease(folder, build(text), at);
const page = () => readFileSync(join(folder, 'current/index.html'), 'utf8');
const scripts = () => readdirSync(join(folder, 'current/_astro')).sort();

describe('a folder of releases', () => {
  it('serves the newest release with the scripts of pages that are still open', () => {
    publish('one', noon);
    publish('two', noon + 10 * minuteMs);
    expect(page()).toBe('two');
    expect(scripts()).toEqual(['one.js', 'two.js']);
  });

  it('drops scripts an hour after their release was replaced', () => {
    publish('one', noon);
    publish('two', noon + 10 * minuteMs);
    publish('three', noon + 69 * minuteMs);
    expect(scripts()).toEqual(['one.js', 'three.js', 'two.js']);
    publish('four', noon + 71 * minuteMs);
    expect(scripts()).toEqual(['four.js', 'three.js', 'two.js']);
  });

  it('changes nothing when the same site is published twice', () => {
    expect(publish('one', noon)).toBe(publish('one', noon + minuteMs));
    expect(listReleases(folder)).toHaveLength(1);
  });

  it('rolls back to a release by its id, and forward again', () => {
    const first = publish('one', noon);
    const second = publish('two', noon + minuteMs);
    rollBack(folder, first, noon + 2 * minuteMs);
    expect(page()).toBe('one');
    expect(scripts()).toEqual(['one.js', 'two.js']);
    rollBack(folder, second, noon + 3 * minuteMs);
    expect(page()).toBe('two');
    expect(listReleases(folder).map(({ id }) => id)).toEqual([first, second, first, second]);
  });

  it('refuses an unknown release and lists the available ones', () => {
    const id = publish('one', noon);
    expect(() => rollBack(folder, '../../etc', noon)).toThrow(`no release ../../etc; kept: ${id}`);
  });

  it('refuses a build that did not finish', () => {
    const dist = build('one');
    rmSync(join(dist, '.built-from'));
    expect(() => publishRelease(folder, dist, noon)).toThrow(ReleaseError);
    expect(existsSync(folder)).toBe(false);
  });

  it('refuses a build that the demo made in a hurry', () => {
    const dist = build('one');
    writeFileSync(join(dist, '.built-from'), 'hash quick');
    expect(() => publishRelease(folder, dist, noon)).toThrow(ReleaseError);
  });

  it('keeps ten releases and removes leftovers of an interrupted command', () => {
    const ids = Array.from({ length: 12 }, (_, index) => publish(`text${index}`, noon + index * 120 * minuteMs));
    mkdirSync(join(folder, 'releases/.unfinished-x'));
    writeFileSync(join(folder, 'releases.jsonl'), `${readFileSync(join(folder, 'releases.jsonl'), 'utf8')}{"id":"cut`);
    ids.push(publish('last', noon + 24 * 60 * minuteMs));
    expect(readdirSync(join(folder, 'releases')).sort()).toEqual(ids.slice(-10).sort());
    expect(findCurrent(folder)).toBe(ids.at(-1));
    expect(listReleases(folder).map(({ id }) => id)).toEqual(ids);
  });
});
