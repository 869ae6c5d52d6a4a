import { createTexts } from '#app/shell/create-texts.tsx';
import type priceChart from '#locales/en/price-chart.json';

export type PriceChartStrings = typeof priceChart;

export const { TextsProvider: ChartTextsProvider, useTexts: useChartTexts } = createTexts<PriceChartStrings>();
