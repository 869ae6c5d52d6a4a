import { expect, test } from 'vitest';
import { verifyEmail } from '#shared/people/contract.ts';

test.each(['123456', ' 123 456 ', '123\u00a0456', '１２３４５６', '١٢٣٤٥٦', '\u200e123456'])(
  'the mailed code 123456 may be typed as “%s”',
  (code) => {
    const read = verifyEmail.body?.safeParse({ email: 'ada@example.com', code });
    expect(read?.data).toMatchObject({ code: '123456' });
  },
);
