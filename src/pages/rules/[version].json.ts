import type { APIRoute, GetStaticPaths } from 'astro';
import { getCatalog, type RulesDocument } from '#content/catalog.ts';

export const getStaticPaths = (() =>
  Object.entries(getCatalog().rules).map(([version, rules]) => ({
    params: { version },
    props: { rules },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ readonly rules: RulesDocument }> = ({ props: { rules } }) =>
  new Response(JSON.stringify({ $schema: '/rules/schema.json', ...rules }, null, 2));
