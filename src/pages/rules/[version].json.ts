import type { APIRoute, GetStaticPaths } from 'astro';
import { getCatalog, type RulesDocument } from '#content/catalog.ts';

type Props = { readonly rules: RulesDocument };

export const getStaticPaths = (() =>
  Object.entries(getCatalog().rules).map(([version, rules]) => ({
    params: { version },
    props: { rules },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = ({ props: { rules } }) =>
  new Response(JSON.stringify({ $schema: '/rules/schema.json', ...rules }, null, 2));
