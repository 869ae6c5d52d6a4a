import { eventually } from '../../support/eventually.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { test as base, expect, signOut } from '../fixtures.ts';

type Authenticator = { cancel(): Promise<void>; credentials(): Promise<readonly object[]> };

const test = base.extend<{ authenticator: Authenticator }>({
  /** A platform authenticator that always passes its user verification. */
  authenticator: async ({ page, context }, use) => {
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await use({
      async cancel() {
        await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      },
      credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    });
    // The next test may reuse the page, which can have only one.
    await session.send('WebAuthn.disable');
    await session.detach();
  },
});

test('a person adds a passkey, signs in with it alone, and uses it as the second step', { tag: '@fast' }, async ({
  page,
  mailbox,
  authenticator,
}) => {
  const person = await register(page.request, mailbox);
  await signInWith(page, person);

  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(/^Added .* · Never used/)).toBeVisible();
  expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
  await mailbox.read(/A passkey was added to your account/);

  await page.getByRole('button', { name: /^Rename / }).click();
  await page.getByLabel('Passkey name').fill('My laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('My laptop')).toBeVisible();

  await page.getByRole('button', { name: 'Turn on with a passkey' }).click();
  await expect(page.getByText('Save your recovery codes')).toBeVisible();
  await expect(page.getByText('After your password you use a passkey.')).toBeVisible();

  await signOut(page);
  await expect(page).toHaveURL('/');
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');

  await signOut(page);
  await expect(page).toHaveURL('/');
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');

  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This is your only second step.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off', exact: true }).click();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await expect(page.getByText('My laptop')).toHaveCount(0);
  await mailbox.read(/A passkey was removed from your account/);
});

test('a refused passkey leaves the sign-in screen unchanged and shows a message', async ({
  page,
  mailbox,
  authenticator,
}) => {
  await register(page.request, mailbox);
  await authenticator.cancel();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await expect(page.getByText('The passkey request was canceled or timed out.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(mailbox.address);
});

test('the passkey script is loaded only when someone uses a passkey', async ({ page, authenticator: _ }) => {
  const loaded: string[] = [];
  page.on('response', async (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) loaded.push(await response.text().catch(() => ''));
  });
  const hasLibrary = () => loaded.some((script) => script.includes('WebAuthn is not supported in this browser'));
  await page.goto('/sign-in');
  await expect(page.getByRole('button', { name: 'Use a passkey', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(hasLibrary()).toBe(false);
  await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
  await eventually('the library', () => expect(hasLibrary()).toBe(true));
});
