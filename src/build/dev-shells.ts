import type { AstroUserConfig } from 'astro';
import { matchShell } from '#routes.ts';

type VitePlugin = NonNullable<NonNullable<AstroUserConfig['vite']>['plugins']>[number];

/** The address that the development server renders: a personal screen is one page for all its parameters. */
export function toBuiltUrl(url: string): string {
  const [path = '', ...query] = url.split(/(?=\?)/);
  return (matchShell(path) ?? path) + query.join('');
}

/** Opens personal screens in `npm run dev` at the addresses that the server gives them. */
export function devShells(): VitePlugin {
  return {
    name: 'dev-shells',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url) request.url = toBuiltUrl(request.url);
        next();
      });
    },
  };
}
