// What a table with company has, and a lesson has not: a clock, others to wait for, and words for the sea.
import "./clock.js";
import "./presence.js";
import "./stirring.js";
