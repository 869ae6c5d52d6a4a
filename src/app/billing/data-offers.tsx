import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { platformNames } from '#shared/orders/types.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import type { Pending } from './stores/billing.ts';
import { useTexts } from './texts.ts';
import type { BillingProps, MarketDataDetails } from './types.ts';

type DataOffersProps = MarketDataDetails & Pick<Pending, 'subscriptions' | 'includedData'>;

type Offer = MarketDataDetails['dataPackages'][number];

const platforms = ['rithmic', 'dxfeed'] as const;

/** Market data that can be added, by platform. */
export function DataOffers(props: DataOffersProps) {
  const { strings, t, locale } = useTexts();
  const { dataPackages, professionalCents } = props;
  const price = formatMoney(professionalCents, locale, { whole: true });
  return (
    <>
      <p className="muted">{t('data_lead', { price })}</p>
      <DataTable
        caption={strings.data_title}
        hideCaption
        rows={dataPackages}
        rowKey={({ id }) => id}
        columns={[
          { key: 'what', header: strings.data_what, cell: (offer) => nameOf(offer, strings) },
          {
            key: 'price',
            header: strings.data_month,
            align: 'end',
            cell: ({ priceCents }) =>
              priceCents === 0 ? strings.data_none : formatMoney(priceCents, locale, { whole: true }),
          },
          ...platforms.map((platform) => ({
            key: platform,
            header: platformNames[platform],
            align: 'end' as const,
            cell: (offer: Offer) => <PlatformOffer {...props} {...{ offer, platform }} />,
          })),
        ]}
      />
    </>
  );
}

type PlatformOfferProps = DataOffersProps & { readonly offer: Offer; readonly platform: (typeof platforms)[number] };

function PlatformOffer({ offer, platform, subscriptions, includedData }: PlatformOfferProps) {
  const { strings, t, locale } = useTexts();
  if (!offer.platforms.includes(platform)) return strings.data_absent;
  const isRunning = subscriptions.some(
    (each) => each.packageId === offer.id && each.platform === platform && each.status !== 'ended',
  );
  if (isRunning) return <Badge tone="success">{strings.data_running}</Badge>;
  const isIncluded = includedData.some((each) => each.packageId === offer.id && each.platform === platform);
  if (isIncluded) return <span className="muted">{strings.data_included}</span>;
  const label = t('data_for', { name: nameOf(offer, strings), platform: platformNames[platform] });
  return (
    <Button variant="outline" size="small" href={pathTo(routeOf(offer, platform), { packageId: offer.id }, locale)}>
      {strings.data_order}
      <span className="visually-hidden">: {label}</span>
    </Button>
  );
}

function routeOf({ priceCents }: Offer, platform: PlatformOfferProps['platform']) {
  if (platform === 'rithmic') return 'checkoutMarket';
  return priceCents === 0 ? 'checkoutMarketFree' : 'checkoutMarketDxfeed';
}

function nameOf({ priceCents, depth }: Offer, strings: BillingProps['strings']): string {
  if (priceCents === 0) return strings.data_free;
  return depth ? strings.data_depth : strings.data_top;
}
