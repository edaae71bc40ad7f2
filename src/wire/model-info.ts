// ModelInfo, and the browse facts clients read beside its required fields (decision 0019).
import type { ModelRow } from './model-row.ts';

export interface ModelInfo extends Omit<ModelRow, 'hub' | 'trendingScore'> {
  siblings: { rfilename: string }[];
}
