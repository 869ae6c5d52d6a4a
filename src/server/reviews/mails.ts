import { pathTo } from '#routes.ts';
import { linkBlock, type MailTemplates, tableBlock, textBlock } from '#server/core/mail/layout.ts';
import { minimumSample } from '#shared/reviews/sample.ts';

export type ReviewMailValues = {
  'performance-review': {
    readonly event: 'ready' | 'comment';
    /** Program and size. */
    readonly account: string;
    readonly platformAccountId: string;
    readonly reviewId: string;
    /** Whether the record was long enough for conclusions. */
    readonly isEnough: boolean;
    /** The reviewer's comment; empty unless it is new. */
    readonly comment: string;
  };
};

export const reviewsTemplates: MailTemplates<ReviewMailValues> = {
  'performance-review': (values, { t, url, locale }) => {
    const { event, account, platformAccountId, reviewId, isEnough, comment } = values;
    return {
      subject: t(`review_${event}_subject`, { account }),
      blocks: [
        textBlock(
          t(event === 'ready' && !isEnough ? 'review_ready_few' : `review_${event}_lead`, {
            account,
            minTrades: minimumSample.trades,
            minDays: minimumSample.days,
          }),
        ),
        ...(comment === '' ? [] : [textBlock(comment)]),
        tableBlock([{ label: t('ready_account'), value: platformAccountId }]),
        linkBlock(t('review_link'), url(pathTo('ownPerformanceReview', { reviewId }, locale))),
      ],
    };
  },
};
