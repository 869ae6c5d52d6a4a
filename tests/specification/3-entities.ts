import { expect } from 'vitest';
import { storageKeys } from '#shared/core/constants.ts';
import { envelopeSchema, userSchema } from '#shared/core/envelope.ts';
import { registry } from '#shared/firm/registry.ts';
import { departs, each, heldBy, routeOf, type Statements } from './statement.ts';

/** The fields of a call's data, of its list’s rows if it is one. */
function fieldsOf(path: string): readonly string[] {
  const data = registry.find((call) => call.path === path)?.data as unknown;
  return Object.keys((data as { shape?: object } | undefined)?.shape ?? {});
}

const shapeOf = (path: string, field: string) => {
  const data = registry.find((call) => call.path === path)?.data as unknown as { shape: Record<string, unknown> };
  return JSON.stringify(data.shape[field], (_, value) => (typeof value === 'function' ? undefined : value)) ?? '';
};

export const entities: Statements = {
  ...each('A user has', ['id', 'email', 'email_verified', 'message_notification'], (field) =>
    expect(Object.keys(userSchema.shape)).toContain(field),
  ),
  'email_verified is 1 once the address is verified, and 0 before': heldBy(
    'server/people/sign-up',
    'an unverified person can sign in and gets email_verified 0',
  ),
  'message_notification is 0 without unread notices': heldBy(
    'server/people/profile',
    'are counted while unread, are in the reader’s language and are marked as read once',
  ),
  ...each('The browser stores', ['token', 'token_expiry', 'sessionId', 'activityTime'], (key) =>
    expect(Object.values(storageKeys)).toContain(key),
  ),
  'The browser stores nothing else': departs('storage keys'),
  'A whole journey stores what /cookies lists': heldBy(
    'e2e/core/storage',
    'a whole journey leaves the keys and cookies in the browser that /cookies lists, and no others',
  ),
  'The newsletter form holds an address and whether the terms are accepted': () => {
    const body = registry.find(({ path }) => path === 'newsletter/subscribe')?.body as unknown;
    expect(Object.keys((body as { shape: object }).shape)).toEqual(expect.arrayContaining(['email', 'termsUse']));
  },
  'FAQ data holds faqs and FaqCategories': () =>
    expect(fieldsOf('faqs/fetch')).toEqual(expect.arrayContaining(['faqs', 'FaqCategories'])),
  'Thor has a set of its own': () =>
    expect(fieldsOf('thor/faqs/fetch')).toEqual(expect.arrayContaining(['faqs', 'FaqCategories'])),
  'Package data holds packages': () => expect(fieldsOf('packages/fetch')).toContain('packages'),
  'Package data holds categories': () => expect(fieldsOf('categories/fetch')).toContain('categories'),
  ...each('A PackageDiscount has', ['status', 'title', 'offer', 'code', 'expire_at'], (field) =>
    expect(shapeOf('package/discount', 'PackageDiscount')).toContain(`"${field}"`),
  ),
  'Blog data holds blogs': () => expect(fieldsOf('blogs/fetch')).toContain('blogs'),
  'Blog data holds categories': () => expect(fieldsOf('blog-categories/fetch')).toContain('categories'),
  'Blog data holds one blog': () => expect(fieldsOf('blog/fetch/{id}')).toContain('blog'),
  ...each(
    'The envelope has',
    ['response_status', 'response_message', 'validation_errors', 'data', 'token', 'user'],
    (field) => expect(Object.keys(envelopeSchema.shape)).toContain(field),
  ),
  'validation_errors maps a field to its messages': heldBy(
    'server/people/sign-up',
    'each invalid field is reported in the reader’s language',
  ),
  ...each('A route names', ['{rithimicUserId}', '{rithmic_account_id}', '{dxfeed_account_id}'], (name) => {
    const patterns = [
      '/checkout/funded/{id}/{packageId}/{rithimicUserId}',
      '/dashboard/withdrawal/request-withdrawal/{rithmic_account_id}',
      '/dashboard/withdrawal/dxfeed/request-withdrawal/{dxfeed_account_id}',
    ];
    const pattern = patterns.find((each) => each.includes(name)) ?? '';
    expect(routeOf(pattern)?.pattern).toBe(pattern);
  }),
};
