import { dayMs } from '#lib/durations.ts';
import { insertOnce } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/** A past discount, coupon and announcements, which only fill their lists. */
export async function seedOffers({ db }: Deps, ago: (ms: number) => Date): Promise<void> {
  const created = { created_by: 'person:demo-admin', created_at: ago(40 * dayMs) };
  const title = JSON.stringify({
    en: 'Sample: autumn sizing',
    fr: 'Exemple : tailles d’automne',
    pt: 'Exemplo: tamanhos de outono',
  });
  await insertOnce(db, 'discount', {
    ...{ ...created, id: 'demo-discount', code: 'SAMPLE-AUTUMN', percent_bps: 1_500, programs: ['classic'], title },
    ...{ offer: null, expires_at: ago(33 * dayMs), ended_at: ago(34 * dayMs) },
  });
  await insertOnce(db, 'coupon', {
    ...{ ...created, id: 'demo-coupon', code: 'SAMPLE-WELCOME', percent_bps: 500, programs: null, uses: 100 },
    ...{ once_per_person: true, starts_at: ago(40 * dayMs), expires_at: ago(10 * dayMs), ended_at: null },
  });
  await insertOnce(db, 'announcement', {
    ...{ ...created, id: 'demo-announcement', title, program: null, platform: 'rithmic' },
    text: JSON.stringify({
      en: 'Sample: the platform is updated on Saturday.',
      fr: 'Exemple : la plateforme est mise à jour samedi.',
      pt: 'Exemplo: a plataforma é atualizada no sábado.',
    }),
    ...{ starts_at: ago(12 * dayMs), ends_at: ago(10 * dayMs), ended_at: null },
  });
  await insertOnce(db, 'announcement', {
    ...{ ...created, id: 'demo-announcement-chosen', audience: 'chosen', program: null, platform: null },
    title: JSON.stringify({
      en: 'Sample: your fills of Tuesday',
      fr: 'Exemple : vos exécutions de mardi',
      pt: 'Exemplo: as suas execuções de terça-feira',
    }),
    text: JSON.stringify({
      en: 'Sample: the platform reported them an hour late. All of them count.',
      fr: 'Exemple : la plateforme les a transmises avec une heure de retard. Toutes comptent.',
      pt: 'Exemplo: a plataforma comunicou-as com uma hora de atraso. Todas contam.',
    }),
    ...{ starts_at: ago(21 * dayMs), ends_at: ago(20 * dayMs), ended_at: null },
  });
  await insertOnce(db, 'announcement_recipient', {
    announcement_id: 'demo-announcement-chosen',
    person_id: 'demo-trader',
    added_at: ago(21 * dayMs),
  });
}
