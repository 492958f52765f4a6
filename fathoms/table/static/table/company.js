// What a table with company has, and a lesson has not: a clock, and others to wait for.
import "./clock.js";
import "./presence.js";
