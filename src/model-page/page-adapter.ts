// Recognises an adapter by the facts of its page.
import { adapterLoader, needsBase } from '../model/adapter.ts';
import type { ModelPage } from './model-page.ts';

const said = ({ library, tags, quants }: ModelPage) => ({ library, tags, quants: quants[0] });

/**
 * Gives the library that loads the model on top of its base model; undefined if the model is not known as an adapter.
 */
export const pageAdapter = (model: ModelPage) => adapterLoader(model.files, said(model));

/** True for a model that runs on top of another model. The memory that the other model needs is not known here. */
export const isOnTop = (model: ModelPage) => pageAdapter(model) !== undefined || needsBase(said(model));
