/** HTTP services of the features, one line each, like mocks/sessions/feature-sessions.ts. */
export { gifts } from '../../src/features/gifts/mock.ts';
