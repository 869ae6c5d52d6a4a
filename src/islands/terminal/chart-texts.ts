import type priceChart from '../../../public/locales/en/price-chart.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export type PriceChartStrings = typeof priceChart;

export const { TextsProvider: ChartTextsProvider, useTexts: useChartTexts } = createTexts<PriceChartStrings>();
