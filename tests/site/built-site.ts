import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isListedRoute, matchRoute, type RouteMatch } from '#routes.ts';

const dist = 'dist';

export type BuiltPage = {
  readonly file: string;
  /** The path that the page is served at. */
  readonly path: string;
  readonly html: string;
  readonly match: RouteMatch | undefined;
};

function toPath(file: string): string {
  const path = `/${file.replace(/\.html$/, '')}`;
  return path === '/index' ? '/' : path;
}

/** All built pages except the 404 page. */
export function readPages(): readonly BuiltPage[] {
  if (!existsSync(dist)) throw new Error('dist/ is missing: run `npm run build` first');
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((name) => {
      const file = name.replaceAll('\\', '/');
      const path = toPath(file);
      return { file, path, html: readFileSync(join(dist, file), 'utf8'), match: matchRoute(path) };
    });
}

export function isPublic({ match }: BuiltPage): boolean {
  return match !== undefined && isListedRoute(match.name);
}

export function isBuilt(path: string): boolean {
  return existsSync(join(dist, path));
}

export function readBuilt(path: string): string {
  return readFileSync(join(dist, path), 'utf8');
}

/** Transferred bytes: the Brotli copy if there is one. */
export function weigh(path: string): number {
  const packed = join(dist, `${path}.br`);
  return statSync(existsSync(packed) ? packed : join(dist, path)).size;
}

/** The first capture group of each match. */
export function findAll(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, group = '']) => group);
}

export function findOne(html: string, pattern: RegExp): string | undefined {
  return pattern.exec(html)?.[1];
}
