"""Playing whole games of Shogun with regents, for several tests."""

from games.whole_games import TABLES

TABLE = TABLES["shogun"]
game, new_game, regents_orders = TABLE.game, TABLE.new_game, TABLE.regents_orders
phases_of, COMBINATIONS, ALL = TABLE.phases_of, TABLE.combinations, TABLE.all
