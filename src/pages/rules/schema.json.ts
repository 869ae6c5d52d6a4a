import type { APIRoute } from 'astro';
import { z } from 'zod';
import { rulesSchema } from '#content/catalog-schemas.ts';

/** The JSON schema of published rules. Amounts are in US cents, shares in basis points. */
export const GET: APIRoute = () => {
  const schema = z.toJSONSchema(rulesSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  return new Response(JSON.stringify(schema, null, 2));
};
