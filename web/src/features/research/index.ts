export { default as BudgetCard } from './budget-card'
export { default as OutlineCard } from './outline-card'
