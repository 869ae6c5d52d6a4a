import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, noteBlock, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import { type ClosureKind, closureKinds } from '#shared/firm/closure.ts';

/** `name` is the account's at its platform, or the order's number; null for a balance. */
type Line = { kind: ClosureKind; name: string | null; amountCents: number; isHeld: boolean };

export type ClosureMailValues = {
  /** What somebody gets because the firm closes; no lines if nothing. */
  closure: { readonly closedAt: number; readonly lines: readonly Line[] };
  /** A day is set, or won't come after all. */
  'closure-notice': { readonly closedAt: number };
  'closure-withdrawn': { readonly closedAt: number };
};

const aboutDay =
  (name: 'notice' | 'withdrawn'): MailTemplates<ClosureMailValues>['closure-notice'] =>
  ({ closedAt }, { t, brand, url, locale, moment }) => ({
    subject: t(`closure_${name}_subject`, { brand }),
    blocks: [
      textBlock(t(`closure_${name}_lead`, { brand, at: moment(closedAt) })),
      linkBlock(t('closure_link'), url(pathTo('closurePlan', {}, locale))),
    ],
  });

export const closureTemplates: MailTemplates<ClosureMailValues> = {
  closure: ({ closedAt, lines }, { t, brand, url, locale, moment, money }) => ({
    subject: t('closure_subject', { brand }),
    blocks: [
      textBlock(t('closure_lead', { brand, at: moment(closedAt) })),
      lines.length === 0
        ? textBlock(t('closure_nothing'))
        : tableBlock(
            lines.map(({ kind, name, amountCents, isHeld }) => ({
              label: name === null ? t(`closure_${kind}`) : `${t(`closure_${kind}`)} · ${name}`,
              value: isHeld ? t('closure_held', { amount: money(amountCents) }) : money(amountCents),
            })),
          ),
      ...closureKinds
        .filter((kind) => lines.some((line) => line.kind === kind))
        .map((kind) => textBlock(t(`closure_how_${kind}`))),
      ...(lines.some(({ isHeld }) => isHeld) ? [textBlock(t('closure_how_held'))] : []),
      linkBlock(t('closure_link'), url(pathTo('closurePlan', {}, locale))),
      noteBlock(t('closure_note')),
    ],
  }),
  'closure-notice': aboutDay('notice'),
  'closure-withdrawn': aboutDay('withdrawn'),
};
