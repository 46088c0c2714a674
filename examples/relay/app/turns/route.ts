export { turns as POST } from '../../next.ts';
