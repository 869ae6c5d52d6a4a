import { formatLocale } from '#lib/format-locale.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import type { Affiliate } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

type Link = Affiliate['links'][number];
/** Which links bring visitors and buyers, busiest first. */
export function Links({ links }: { readonly links: readonly Link[] }) {
  const { strings, locale } = useTexts();
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const marksOf = ({ subs }: Link) => Object.values(subs).join(' · ');
  return (
    <DataTable
      caption={strings.links_title}
      rows={links}
      rowKey={(link) => `${link.page} ${marksOf(link)}`}
      empty={<p className="muted">{strings.links_empty}</p>}
      columns={[
        { header: strings.link_page, place: 'lead', cell: (link) => <code>{link.page}</code> },
        { header: strings.link_mark, place: 'note', cell: marksOf },
        { header: strings.clicks, align: 'end', cell: (link) => count(link.clicks) },
        { header: strings.orders, align: 'end', cell: (link) => count(link.orders) },
        {
          place: 'value',
          header: strings.commission,
          align: 'end',
          cell: (link) => <Money cents={link.amountCents} locale={locale} />,
        },
      ]}
    />
  );
}
