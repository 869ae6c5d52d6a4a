import {
  readReferenceFile,
  referenceFileNames,
  referencePage,
  referencePath,
  referencePolicy,
} from '../http/api-reference.ts';
import { isFresh } from '../http/is-fresh.ts';
import type { Routes } from '../http/mount.ts';
import { describeApi } from '../http/openapi.ts';

const cached = 'public, max-age=300';

export const docsRoutes: Routes = ({ app, deps: { catalog, env } }) => {
  // Generated on the first request, so that a start doesn't pay for it.
  let description: ReturnType<typeof describeApi> | undefined;
  app.get('/api/openapi.json', (c) => {
    description ??= describeApi(catalog.site, env.origin);
    return c.json(description, 200, { 'Cache-Control': cached });
  });

  const page = referencePage(`${catalog.site.name} API`);
  app.get(referencePath, (c) =>
    c.html(page, 200, { 'Cache-Control': cached, 'Content-Security-Policy': referencePolicy }),
  );

  for (const name of referenceFileNames) {
    app.get(`${referencePath}/${name}`, async (c) => {
      const { type, etag, plain, gzipped } = await readReferenceFile(name);
      c.header('ETag', etag);
      c.header('Cache-Control', cached);
      c.header('Vary', 'Accept-Encoding');
      if (isFresh(c.req.header('if-none-match'), etag)) return c.body(null, 304);
      c.header('Content-Type', type);
      if (!/\bgzip\b/i.test(c.req.header('accept-encoding') ?? '')) return c.body(plain);
      c.header('Content-Encoding', 'gzip');
      return c.body(gzipped);
    });
  }
};
