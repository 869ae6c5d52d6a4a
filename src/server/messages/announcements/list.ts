import type { Locale } from '#i18n/locales.ts';
import { completeText } from '#i18n/localized.ts';
import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { listAnnouncements } from '#shared/messages/contract-announcements.ts';

const maxShown = 10;

/** Current announcements for the person, for one of their accounts that hasn't ended, or for everyone. */
export async function listTraderAnnouncements(
  deps: Deps,
  personId: string,
  locale: Locale,
): Promise<DataOf<typeof listAnnouncements>> {
  const now = deps.clock();
  const rows = await deps.db
    .selectFrom('announcement')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('announcement_recipient')
            .select('person_id')
            .whereRef('announcement_id', '=', 'announcement.id')
            .where('person_id', '=', personId),
        ),
        eb.and([
          eb('audience', '=', 'all'),
          eb.or([
            eb.and([eb('program', 'is', null), eb('platform', 'is', null)]),
            eb.exists(
              eb
                .selectFrom('trading_account')
                .select('trading_account.id')
                .where('trading_account.person_id', '=', personId)
                .where('trading_account.ended_at', 'is', null)
                .where((each) =>
                  each.or([
                    each('announcement.program', 'is', null),
                    each('announcement.program', '=', each.ref('trading_account.program')),
                  ]),
                )
                .where((each) =>
                  each.or([
                    each('announcement.platform', 'is', null),
                    each('announcement.platform', '=', each.ref('trading_account.platform')),
                  ]),
                ),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(maxShown)
    .execute();
  const announcements = rows.map(({ id, title, text, starts_at: startsAt }) => ({
    id,
    title: completeText(title)[locale],
    text: completeText(text)[locale],
    startsAt: startsAt.getTime(),
  }));
  return { announcements };
}
