import { isBuyName, isEntryName, isExitName, isSellName } from './heading-names.ts';

/** What a column may hold; entries and exits are told apart by their own words. */
type Meaning = {
  /** Words in lower case without accents, as `nameOf` leaves them. Of several columns, the one with the first wins. */
  readonly words: readonly RegExp[];
  readonly not: RegExp;
};

const pattern = (...words: readonly string[]) => new RegExp(words.join('|'), 'u');

/** In English, German, French, Spanish, Portuguese, Italian, Polish, Russian, Chinese, Japanese and Korean. */
const meanings = {
  symbol: {
    words: [
      pattern('^symbole?$', '^sim+bolo$', '^контракт$', '^合约', '^合約', '^銘柄', '^종목'),
      pattern('^contract(?:name| ?month)?$', '^instrument[oe]?$', '^strumento$', 'инструмент', '品种', '商品', '限月'),
      pattern('symbol', '^contrat[oa]?$', '^contratto$', '^kontrakt', '^ticker$', '^ativo$', '^activo$', '^papel$'),
      pattern('^walor$', '^wertpapier$', '^produkt$', '^tytu[lł]o?$', 'символ', 'тикер', '代码', '代碼', 'コード'),
    ],
    not: /\btype\b|tipo|descri|currency|\bid\b|size|groesse|格式|類|类/u,
  },
  side: {
    words: [
      pattern('^b\\/s$', 'buy ?\\/ ?sell', '^buysell$', '^[kacz] ?\\/ ?[vs]$', '买卖', '買賣', '売買', '매매'),
      pattern('kauf ?\\/', 'achat ?\\/', 'compra ?\\/', 'acquisto ?\\/', 'kupno ?\\/', '^side$', '^direction$'),
      pattern(
        '^(?:market|markt|marche|mercado|mercato) ?pos',
        '^pos(?:icion|icao|izione|ition)? ',
        '^marktpos',
        'рын поз',
      ),
      pattern('^позиция$', '市场仓位', '市场头寸', '^action$', '^aktion$', '^accion$', '^acao$', '^azione$', '方向'),
      pattern(
        '^seite$',
        '^richtung$',
        '^sens$',
        '^sense$',
        '^lado$',
        '^sentido$',
        '^direcci?[oa]',
        '^direcao$',
        '^lato$',
      ),
      pattern('^direzione$', '^strona$', '^kierunek$', 'сторона', 'направлен', 'действие', '操作', '动作', '^operac'),
      pattern('^long ?\\/ ?short$', '^type$', '^tipo$', '^typ$', '^transaction$', '^transakcja$', '^取引$'),
    ],
    not: /net\b|size|id\b|quantity|price/u,
  },
  quantity: {
    words: [
      pattern(
        'fill(?:ed)? ?(?:qty|quantity)',
        '(?:qty|quantity) ?fill',
        '^filled$',
        'paired qty',
        '成交数量',
        '成交量',
        '約定数量',
        '約定枚数',
      ),
      pattern('\\bqty\\b', 'quantity', '\\bmenge\\b', '^anz(?:ahl)?\\b', 'quantit', '\\bqte\\b', '\\bcant(?:idad)?\\b'),
      pattern(
        'quantidade',
        '\\bqtde?\\b',
        '\\bq\\.?ta\\b',
        'ilosc',
        'liczba',
        '[qk]ol-?vo',
        'кол-во',
        'количество',
        '数量',
        '枚数',
      ),
      pattern(
        '^(?:no of )?contracts$',
        'kontrakte',
        '^contratos$',
        '^contrats$',
        '^contratti$',
        '^stuck',
        '手数',
        '수량',
      ),
      pattern(
        'volume',
        'volumen',
        'wolumen',
        '^vol$',
        '^(?:position )?size$',
        '^taille$',
        '^nombre$',
        '^lots$',
        '^lotes$',
        '^loty$',
        '^lotti$',
      ),
    ],
    not: /remain|to fill|max show|ordered|rest|kontraktgro|手数料|value|price/u,
  },
  price: {
    words: [
      pattern('fill(?:ed)? ?price', 'price ?fill', '成交价', '成交價', '約定(?:価格|値|単価)', '체결가'),
      pattern(
        '(?:avg|average) (?:fill )?price',
        'exec(?:ution)? ?price',
        '^price$',
        '^preis$',
        '^prix$',
        '^precio$',
        '^preco$',
        '^prezzo$',
      ),
      pattern(
        'price',
        'preis',
        '\\bkurs\\b',
        '\\bprix\\b',
        '\\bcours\\b',
        'precio',
        '\\bpreco\\b',
        'prezzo',
        '\\bcena\\b',
        'kurs$',
      ),
      pattern('цена', '价格', '價格', '价$', '價$', '価格', '単価', '値段', '가격'),
    ],
    not: /limit|stop|trigger|strike|tick|format|target|profit|settle|\bmark\b|current|last\b|net price|指[値值]|限价|限價|止损/u,
  },
  time: {
    words: [
      pattern(
        'fill(?:ed)? ?time',
        'exec(?:ution)? ?time',
        'trade ?time',
        '成交时间',
        '成交時間',
        '約定日時',
        '約定時刻',
        '체결시간',
      ),
      pattern(
        'date ?\\/? ?time',
        'datum ?\\/',
        'date ?(?:\\/|et) ?heure',
        'fecha ?(?:\\/|y) ?hora',
        'data ?(?:\\/|e|i) ?(?:h?ora|godzina|czas)',
      ),
      pattern('time ?stamp', 'horodatage', 'zeitstempel', 'zeitpunkt', '日時', '日期时间', '日期時間'),
      pattern(
        '\\btime',
        'time$',
        '\\bzeit\\b',
        'uhrzeit',
        'zeit$',
        '\\bheure\\b',
        '\\btemps\\b',
        '\\bhora\\b',
        '\\bhorario\\b',
      ),
      pattern(
        '\\btiempo\\b',
        '\\bora\\b',
        '\\borario\\b',
        '\\btempo\\b',
        '\\bczas\\b',
        '\\bgodzina\\b',
        'время',
        '时间',
        '時間',
        '時刻',
        '시간',
      ),
    ],
    not: /duration|time ?zone|in force|\btif\b|time in|plac|creat|submi|dauer|dur[eé]e|expir/u,
  },
  date: {
    words: [
      pattern('fill(?:ed)? ?date', 'exec(?:ution)? ?date', '成交日期', '約定日', '체결일'),
      pattern(
        '\\bdat(?:e|um|a)\\b',
        'fecha',
        '^t\\/d$',
        '\\bjour\\b',
        '^dia\\b',
        '^tag$',
        '^day$',
        'дата',
        '日期',
        '日付',
        '날짜',
      ),
    ],
    not: /expir|settle|valuta|value|matur|venc|ablauf/u,
  },
  id: {
    words: [
      pattern('^(?:fill|exec(?:ution)?|trade|deal|pair|transaction)[ _]?(?:id|no|number|nr)$', '^(?:ticket|deal|id)$'),
      pattern('^(?:成交|約定)(?:编号|編號|番号)$', '^numero d.(?:ordre|execution)$', '^num neg$'),
    ],
    not: /account/u,
  },
} as const satisfies Readonly<Record<string, Meaning>>;

type MeaningName = keyof typeof meanings;

const isSideless = (name: string) => [isEntryName, isExitName, isBuyName, isSellName].every((test) => !test(name));
const isAny = () => true;
const maxHeadings = 200;
const maxHeadingChars = 80;

const columns: Readonly<Record<string, readonly [MeaningName, (name: string) => boolean, instead?: string]>> = {
  ...{ symbol: ['symbol', isSideless], id: ['id', isSideless], side: ['side', isAny], price: ['price', isSideless] },
  ...{ quantity: ['quantity', isSideless, 'entryQuantity'], entryQuantity: ['quantity', isEntryName] },
  exitQuantity: ['quantity', isExitName],
  ...{ at: ['time', isSideless, 'date'], date: ['date', isSideless] },
  ...{ entryPrice: ['price', isEntryName], enteredAt: ['time', isEntryName, 'entryDate'] },
  ...{ exitPrice: ['price', isExitName], exitedAt: ['time', isExitName, 'exitDate'] },
  ...{ enteredOn: ['date', isEntryName, 'date'], entryDate: ['date', isEntryName] },
  ...{ exitedOn: ['date', isExitName, 'date'], exitDate: ['date', isExitName] },
  ...{ buyPrice: ['price', isBuyName], boughtAt: ['time', isBuyName], boughtOn: ['date', isBuyName, 'date'] },
  ...{ sellPrice: ['price', isSellName], soldAt: ['time', isSellName], soldOn: ['date', isSellName, 'date'] },
};

/** Indexes of the columns whose heading means this, the best first. */
export function findByMeaning(column: string, names: readonly string[]): readonly number[] {
  const [meaning, accepts, instead] = columns[column] ?? [];
  if (meaning === undefined || accepts === undefined || names.length > maxHeadings) return [];
  const { words, not } = meanings[meaning];
  const fits = (name: string) => name.length <= maxHeadingChars && accepts(name) && !not.test(name);
  const found = words.flatMap((word) => names.flatMap((name, index) => (fits(name) && word.test(name) ? [index] : [])));
  return found.length > 0 || instead === undefined ? [...new Set(found)] : findByMeaning(instead, names);
}
