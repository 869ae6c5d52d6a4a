import { notFound } from '#server/core/deps.ts';
import type { AppContext } from '#server/core/http/context.ts';
import { sendFile, sendPdf } from '#server/core/http/file-headers.ts';
import type { Routes } from '#server/core/http/mount.ts';
import * as calls from '#shared/certificates/contract.ts';
import { credentialType, issuerProfile, keyUrl } from '#shared/certificates/credential.ts';
import { shortKeyIdLength } from '#shared/certificates/jws.ts';
import { getValidCertificate } from './find-own.ts';
import { listCertificates } from './list.ts';
import { publishStatusList, statusListMaxAgeSeconds } from './publish-status.ts';
import { reissueCertificate } from './reissue.ts';
import { renderCertificateFile } from './render-file.ts';
import { renderCertificatePicture } from './render-picture.ts';
import { showCertificate } from './show.ts';
import { listPublicKeys } from './signing-key.ts';
import { issuerOf } from './write.ts';

/** Any website or program may read these documents. */
function publicHeaders(type: string, maxAgeSeconds = 300): Record<string, string> {
  return {
    'Content-Type': type,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    'Access-Control-Allow-Origin': '*',
  };
}

export const certificatesRoutes: Routes = ({ mount, app, deps }) => {
  mount(calls.fetchCertificates, ({ actor, query }) => listCertificates(deps, actor.personId, query.accountId));

  mount(calls.reissueCertificate, ({ actor, body: { certificateId, nameStyle, showsAmount } }) =>
    reissueCertificate(deps, actor.personId, certificateId, { nameStyle, showsAmount: showsAmount === 1 }),
  );

  mount(calls.certificatePicture, async ({ actor, query: { certificateId }, requestContext }) => {
    const row = await getValidCertificate(deps.db, actor.personId, certificateId);
    const picture = await renderCertificatePicture(deps, row, requestContext.locale);
    return sendFile('image/png', `certificate-${certificateId}.png`, picture);
  });

  mount(calls.certificateFile, async ({ actor, query: { certificateId }, requestContext }) => {
    const row = await getValidCertificate(deps.db, actor.personId, certificateId);
    return sendPdf(`certificate-${certificateId}`, await renderCertificateFile(deps, row, requestContext.locale));
  });

  mount(calls.certificateIssuer, ({ context }) =>
    context.body(JSON.stringify(issuerProfile(issuerOf(deps))), 200, publicHeaders('application/json')),
  );

  /** Each key under every id that our signatures name it by: libraries compare ids character by character (RFC 7517). */
  const sendKeys = async (context: AppContext) => {
    const keys = (await listPublicKeys(deps.db)).flatMap((key) => [
      key,
      { ...key, kid: keyUrl(issuerOf(deps), key.kid) },
      { ...key, kid: key.kid.slice(0, shortKeyIdLength) },
    ]);
    return context.body(JSON.stringify({ keys }), 200, publicHeaders('application/json', 30));
  };
  mount(calls.certificateKeys, ({ context }) => sendKeys(context));
  app.get('/.well-known/jwks.json', sendKeys);

  mount(calls.certificateKey, async ({ params, context }) => {
    const key = (await listPublicKeys(deps.db)).find(({ kid }) => kid === params.kid);
    if (!key) throw notFound();
    return context.body(JSON.stringify(key), 200, publicHeaders('application/json'));
  });

  mount(calls.certificateStatus, async ({ params, context }) => {
    const token = await publishStatusList(deps, Number(params.list));
    return context.body(token, 200, publicHeaders(`application/${credentialType}`, statusListMaxAgeSeconds));
  });

  mount(calls.fetchCertificate, ({ params }) => showCertificate(deps, params.certificateId));
};
